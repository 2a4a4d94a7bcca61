// The commonest jobs of the office, by keyboard alone, each at most three steps from Home: a step is
// whatever leads to another page, sheet or list.
//
//	node browser/keyboard.mjs ./marquee
//
// Once with scripts, once without, and once without on a phone. ONLY names some of the jobs.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api, base, buyer, heart, password, problems, run } from './lib/shop.mjs'

const most = 3

/** Somebody at Home with a keyboard and nothing else. */
class Hands {
  steps = 0

  constructor(page, scripts, width) {
    this.page = page
    this.scripts = scripts
    this.way = `${scripts ? 'scripts' : 'plain'}${width}`
  }

  /** Tabs until something has the focus. */
  async to(what) {
    const one = what.first()
    await one.waitFor({ state: 'attached' })
    for (let n = 0; n < 400; n++) {
      if (await one.evaluate((e) => e === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`no Tab leads to ${what}`)
  }

  /** Opens a menu or a fold, which is no step. */
  async open(what) {
    await this.to(what)
    await this.page.keyboard.press('Enter')
  }

  async press(what) {
    await this.to(what)
    await this.page.keyboard.press('Enter')
  }

  async tick(what) {
    await this.to(what)
    await this.page.keyboard.press('Space')
  }

  async write(what, text) {
    await this.to(what)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  /** Goes on by what has the focus, or by a key: to another page, or to a sheet over this one. */
  async step(go) {
    this.steps++
    assert.ok(this.steps <= most, `more than ${most} steps`)
    const before = await this.page.evaluate(() => { document.documentElement.dataset.before = '1' }).then(() => this.page.url())
    await go()
    await this.page.waitForFunction((url) => location.href !== url && document.readyState === 'complete' || !document.documentElement.dataset.before || document.querySelector('dialog.sheet[open]'), before)
    await this.page.waitForLoadState()
  }

  follow(what) {
    return this.step(async () => {
      await this.to(what)
      await this.page.keyboard.press('Enter')
    })
  }

  /** Where something happens now: in the sheet, where one is open. */
  get here() {
    return this.page.locator(this.scripts ? 'dialog.sheet[open], main:not(:has(dialog.sheet[open]))' : 'main')
  }

  link(name) { return this.page.getByRole('link', { name }) }
  button(name) { return this.here.getByRole('button', { name }) }
  field(name) { return this.here.getByLabel(name) }
  /** A place in the navigation: at the side, or in the bar of a phone, which has short names. */
  place(name) { return this.page.locator('nav a:visible', { has: this.page.getByText(name, { exact: true }) }) }

  /** An event that is coming up, which Home leads to. */
  async event(name = 'Lanterns by the Lake') {
    await this.follow(this.page.locator('main').getByRole('link', { name }))
  }

  /** Looks for something everywhere, and opens what is found first. */
  async find(text) {
    if (this.scripts) {
      await this.page.keyboard.press('Control+k')
      await this.page.locator('dialog.finder[open]').waitFor()
      await this.page.keyboard.type(text)
      await this.page.locator('dialog .found[aria-selected=true]').waitFor()
      return this.step(() => this.page.keyboard.press('Enter'))
    }
    await this.follow(this.page.locator('a.find-all'))
    await this.write(this.page.locator('#q'), text)
    await this.step(() => this.page.keyboard.press('Enter'))
  }

  /** Without scripts a page that goes on in the background is read again until it has something. */
  async again(what) {
    for (let n = 0; !this.scripts && n < 30 && await what.count() === 0; n++) await this.page.reload()
  }

  said(text) { return this.page.getByText(text).first().waitFor() }
}

/** An order of three tickets, paid in cash. */
async function bought(event = 1, quantity = 3) {
  const item = (await api('GET', `/sale-items?eventId=${event}`)).saleItems[0].id
  const { id } = await api('POST', '/basket-items', { uuid: randomUUID(), autocomplete: true, paymentMethod: 'cash', customerName: 'Zoé Lefèvre', customerEmail: 'zoe.lefevre@example.com', items: [{ id: item, quantity }] })
  return api('GET', `/order?orderId=${id}`)
}

/** Fourteen orders that wait for a transfer. */
async function waiting() {
  for (let n = 0; n < 14; n++) {
    const { id } = await api('POST', '/basket-items', { uuid: randomUUID(), items: [{ id: 1, quantity: 1 }] })
    await api('POST', '/orders/pay-later', { basketId: id, method: 'payment-link', customerName: `Buyer ${n}`, customerEmail: `${randomUUID()}@example.com` })
  }
}

let houses = 0

/** An event with a row of twenty seats. */
async function house() {
  const name = `Seats ${++houses}`
  const venue = (await api('POST', '/venues', { name, address: '1 Shore', city: 'Town', region: 'Region' })).data.id
  const plan = (await api('POST', '/seating-plans', { venueId: venue, plan: { name, focalPoint: { x: 10, y: -3 }, priceBands: [{ name: 'All' }], rows: [{ name: 'A', priceBand: 'All', seats: Array.from({ length: 20 }, (_, i) => ({ name: `${i + 1}`, x: i, y: 0 })) }] } })).data.id
  const soon = (hours) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const event = (await api('POST', '/events', { name, startDate: soon(2), endDate: soon(5), venueId: venue, isPublished: true, onSale: true })).data.id
  const band = (await api('POST', '/events/seating-plan', { eventId: event, planId: plan, bestAvailableSeatsEnabled: true })).data.attributes.priceBands[0].id
  const currency = (await api('GET', '/sale-items?eventId=1')).saleItems[0].currencyId
  await api('POST', '/events/tickets', { eventId: event, saleItemData: { pricing: [{ currencyId: currency, basePrice: 4200 }], priceBandId: band }, itemData: { name: 'Seat', hasUnlimitedStock: true } })
  const { spaces } = await api('GET', `/seating-spaces?eventId=${event}`)
  const basket = await api('POST', '/basket-items', { items: [{ spaceId: spaces[0].id }] })
  const order = await api('POST', '/orders/complete', { basketId: basket.id, paymentMethod: 'cash', customerName: 'Ada Byron', customerEmail: 'ada@example.org' })
  return { event, name, order: await api('GET', `/order?orderId=${order.id}`) }
}

const local = (hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)

/** Writes a time, whose field has parts for the keyboard. */
async function time(h, field, at) {
  await h.to(field)
  const [, year, month, day, hour, minute] = /(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(at)
  await h.page.keyboard.type(`${month}${day}${year}`)
  await h.page.keyboard.press('ArrowRight')
  await h.page.keyboard.type(`${String((Number(hour) + 11) % 12 + 1).padStart(2, '0')}${minute}${Number(hour) < 12 ? 'a' : 'p'}`)
}

/** The price or the stock of a ticket is another one. */
async function ticket(h, name, field, text) {
  await h.event()
  await h.follow(h.place('Tickets and prices'))
  await h.follow(h.link(name))
  await h.write(h.field(field), text)
  await h.press(h.button(/^Save/))
  await h.said('Saved.')
}

const jobs = {
  async 'make an event'(h) {
    await h.follow(h.link('New event'))
    await h.write(h.field('Name').first(), 'Made by hand')
    await time(h, h.field('Begins'), local(800))
    await time(h, h.field('Ends'), local(803))
    await h.to(h.field('Place').first())
    await h.page.keyboard.press('ArrowDown')
    await h.press(h.here.locator('.formed button.main, form button.main'))
    await h.page.getByRole('heading', { name: 'Made by hand' }).waitFor()
  },
  async 'copy it'(h) {
    await h.event()
    await h.follow(h.link('Copy'))
    await h.press(h.button(/^Make \d+ draft/))
    await h.said('Made as drafts.')
  },
  async 'add a ticket'(h) {
    await h.event()
    await h.follow(h.place('Tickets and prices'))
    await h.follow(h.link('New ticket'))
    await h.write(h.field('Name').first(), 'Evening')
    await h.write(h.field('Price'), '24')
    await h.press(h.here.locator('.formed button.main, form button.main'))
    await h.page.waitForURL(/\/tickets(\?|$)/)
    await h.link('Evening').first().waitFor()
  },
  'change a price': (h) => ticket(h, 'Weekend Pass', 'Price', { scripts1280: '149.50', plain1280: '150', plain360: '151' }[h.way]),
  async 'raise stock'(h) {
    const name = `Stalls ${h.way}`
    const currency = (await api('GET', '/sale-items?eventId=1')).saleItems[0].currencyId
    await api('POST', '/events/tickets', { eventId: 1, saleItemData: { pricing: [{ currencyId: currency, basePrice: 100 }], totalStock: 50 }, itemData: { name, hasUnlimitedStock: true } })
    await ticket(h, name, 'How many', '60')
  },
  async 'stop sales'(h) {
    await h.event()
    await h.press(h.button('Stop all sales'))
    await h.said('Nothing is sold now.')
    await h.press(h.button('Go on selling'))
    await h.button('Stop all sales').waitFor()
  },
  async publish(h) {
    const name = `Draft ${randomUUID().slice(0, 8)}`
    const soon = (hours) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const { data } = await api('POST', '/events', { name, startDate: soon(700), endDate: soon(703), venueId: 1, isPublished: false })
    const currency = (await api('GET', '/sale-items?eventId=1')).saleItems[0].currencyId
    await api('POST', '/events/tickets', { eventId: data.id, saleItemData: { pricing: [{ currencyId: currency, basePrice: 100 }] }, itemData: { name: 'Ticket', hasUnlimitedStock: true } })
    await h.find(name)
    if (!h.page.url().includes(`/events/${data.id}`)) await h.follow(h.page.locator('.found', { hasText: name }))
    await h.press(h.button(/^Publish/))
    await h.said('It is published.')
  },
  async 'find an order by name'(h) {
    await bought()
    await h.follow(h.place('Orders'))
    await h.write(h.page.locator('#query'), 'lefevre')
    await h.step(() => h.page.keyboard.press('Enter'))
    await h.follow(h.page.locator('table.rows a.to'))
    await h.said('zoe.lefevre@example.com')
  },
  async 'find it by the code of a ticket'(h) {
    const { items, reference } = await bought()
    await h.find(items[0].barcode)
    if (!h.page.url().includes('/orders/')) await h.follow(h.page.locator('.found'))
    assert.ok(h.page.url().includes(reference))
  },
  async 'send it again'(h) {
    await h.order()
    await h.press(h.button('Send again').or(h.link('Send again')))
    await h.said('Sent again.')
  },
  async 'refund one of three'(h) {
    await h.order()
    await h.follow(h.link('Refund'))
    await h.tick(h.here.locator('input[name=items]'))
    if (!h.scripts) await h.press(h.here.locator('button[data-work]'))
    await h.press(h.here.locator('#do .b.main'))
    await h.said('Partly refunded')
  },
  async 'change a name'(h) {
    await h.order()
    await h.follow(h.page.locator('.things a.ib'))
    await h.write(h.here.locator('input[name=namedHolder]'), 'Ada Byron')
    await h.press(h.button('Change the name'))
    await h.said('Ada Byron')
  },
  async 'move a seat'(h) {
    await h.order((await house()).order)
    await h.follow(h.page.locator('.things a.ib'))
    await h.to(h.here.locator('select[name=spaceId]'))
    await h.page.keyboard.press('ArrowDown')
    await h.press(h.button('Move to this seat'))
    await h.page.locator('[data-note]').waitFor()
  },
  async 'mark fourteen transfers as paid'(h) {
    await waiting()
    await h.follow(h.place('Orders'))
    await h.follow(h.link(/^Waiting for money/))
    if (h.scripts) await h.tick(h.page.locator('[data-choose-all] input'))
    else for (let n = 0; n < 14; n++) await h.tick(h.page.locator('td.choose input').nth(n))
    await h.follow(h.page.locator('#chosen').getByRole('button', { name: 'Money is here' }))
    const mark = h.button(/^Mark \d+ orders as paid/)
    await h.again(mark)
    await h.press(mark)
    await h.again(h.page.getByText('Done'))
    await h.said('Done')
  },
  async 'make a code'(h) {
    await h.event()
    await h.follow(h.place('Codes'))
    if (await h.page.locator('.often').count() === 0) await h.open(h.page.locator('summary', { hasText: 'New code' }))
    await h.follow(h.link(/^Percentage off/))
    await h.write(h.field('Code').first(), `KEYS${h.way.toUpperCase()}`)
    await h.press(h.button('Make the code'))
    await h.said('The code is there.')
  },
  async 'hold ten seats'(h) {
    const { name } = await house()
    await h.page.reload() // Home was shown before the event was there
    await h.event(name)
    await h.follow(h.place('Seats'))
    await h.follow(h.link('New hold'))
    await h.write(h.field('Name').first(), 'Band and guests')
    await h.press(h.button('Make the hold'))
    await h.said('The hold is there.')
    const row = h.page.locator('.seat-row').first()
    if (!await row.evaluate((d) => d.open)) await h.open(row.locator('summary'))
    for (let n = 1; n <= 10; n++) await h.tick(row.locator('input[name=spaceIds]').nth(n))
    await h.press(h.page.locator('.seat-do').getByRole('button', { name: 'Hold' }))
    await h.said('The seats are held.')
  },
  async 'write to all of Saturday'(h) {
    await h.event()
    await h.follow(h.place('Messages'))
    await h.follow(h.link('New message'))
    await h.tick(h.here.getByLabel('Saturday Day Ticket'))
    await h.write(h.field('Subject').first(), `A coat, ${h.way}`)
    await h.write(h.here.locator('textarea').first(), 'It will be cold.')
    await h.press(h.button('Keep the draft'))
    await h.said('Kept as a draft.')
    await h.press(h.button(/^Send to [\d,]+ p/))
    await h.said('It goes out, once to each person.')
  },
  async 'invite a colleague for one event'(h) {
    await h.open(h.page.locator('.who'))
    await h.follow(h.page.locator('.who-menu').getByRole('link', { name: 'People' }))
    await h.follow(h.link('Invite'))
    await h.write(h.field('E-mail'), `jonas.${h.way}@example.org`)
    await h.write(h.field('Name').last(), 'Jonas Albrecht')
    await h.open(h.here.locator('summary', { hasText: 'For some events alone' }))
    await h.to(h.field('Where'))
    await h.page.keyboard.press('ArrowDown')
    await h.tick(h.field(/^Lanterns by the Lake/))
    await h.tick(h.here.locator('input[value="zones.scan"]'))
    await h.press(h.button('Send the invitation'))
    await h.said('The invitation is on its way.')
  },
  async 'export this list'(h) {
    await h.follow(h.place('Orders'))
    const file = h.page.waitForEvent('download')
    const menu = h.page.locator('summary', { hasText: 'Export' })
    if (await menu.count()) await h.open(menu)
    await h.press(h.page.locator('a[download]'))
    assert.match((await file).suggestedFilename(), /\.csv$/)
  },
  async 'see who is inside'(h) {
    await h.event()
    await h.follow(h.place('Door'))
    await h.said('Inside now')
  },
}

/** Opens an order from Home by its number. */
Hands.prototype.order = async function (order) {
  const { reference } = order ?? await bought()
  await this.find(reference)
  if (!this.page.url().includes('/orders/')) await this.follow(this.page.locator('.found'))
}

await run(async () => {
  for (const [scripts, width] of heart ? [[true, 1280]] : [[true, 1280], [false, 1280], [false, 360]]) {
    const page = await buyer({ width, scripts })
    await page.goto(base + '/office')
    await page.fill('#email', 'owner@example.com')
    await page.fill('#password', password)
    await page.click('form .tall')
    await page.waitForURL(/\/office\/[^/]+$/)
    const home = page.url()
    for (const [name, job] of Object.entries(jobs)) {
      if (process.env.ONLY && !process.env.ONLY.split(',').includes(name)) continue
      await page.goto(home)
      const hands = new Hands(page, scripts, width)
      const way = (scripts ? '' : ', without scripts') + (width < 1000 ? `, ${width} px` : '')
      await job(hands).then(() => console.log(`${name}: ${hands.steps} steps${way}`), (e) => problems.push(`${name}${way}, after ${hands.steps} steps, at ${page.url()}: ${e.message}`))
    }
    await page.close()
  }
})
