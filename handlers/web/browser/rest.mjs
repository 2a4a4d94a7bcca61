// Opens the pages that buying and the page of an order do not pass: the states of an event,
// times, seats, the line, a frame in another site, what a gateway can say, a basket that runs
// out, and buying by the keyboard alone.
//
//	node browser/rest.mjs ./marquee
//
// Every page is looked at by axe, nothing may be asked of another origin. SHOTS names a
// folder for pictures, CHROMIUM another browser.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { mailed, mails } from './lib/post.mjs'
import { add, api, base, buyer, card, details, look, problems, run, shop } from './lib/shop.mjs'

const DAY = 24 * 3600 * 1000
const stamp = (t) => new Date(t).toISOString().slice(0, 19).replace('T', ' ')
const ways = [{}, { width: 1280, scheme: 'dark', locale: 'de' }, { scheme: 'dark', locale: 'fr' }]

/** An event of its own, with one kind of ticket. */
async function event(name, { event = {}, plan, ticket = {}, stock = 50, series } = {}) {
  const currency = (await api('GET', '/sale-items?eventId=1')).saleItems[0].currencyId
  const venue = (await api('GET', '/venues')).data[0].id
  const { data } = await api('POST', '/events', { name, startDate: stamp(Date.now() + 30 * DAY), endDate: stamp(Date.now() + 31 * DAY), venueId: venue, isPublished: true, onSale: true, ...event })
  const sale = { pricing: [{ currencyId: currency, basePrice: 7400 }], ...ticket }
  if (!plan) sale.totalStock = stock
  if (plan) {
    const made = (await api('POST', '/seating-plans', { venueId: venue, plan })).data
    const own = (await api('POST', '/events/seating-plan', { eventId: data.id, planId: made.id, bestAvailableSeatsEnabled: true })).data
    sale.priceBandId = own.attributes.priceBands[0].id
  }
  if (series) {
    const day = Date.now() + 30 * DAY
    await api('POST', '/timeslots/series', { eventId: data.id, name: 'Tour', start: stamp(day + 3600e3), end: stamp(day + 7200e3), unit: 'hours', step: 2, until: stamp(day + DAY), totalStock: 5 })
    sale.timeslots = (await api('GET', `/event?id=${data.id}&include=eventTimeslots`)).included.filter((x) => x.type === 'eventTimeslots').map((x) => ({ id: x.id, totalStock: 5 }))
  }
  const item = (await api('POST', '/events/tickets', { eventId: data.id, saleItemData: sale, itemData: { name: 'Entry', ...(plan ? { hasUnlimitedStock: true } : { totalStock: stock }) } })).data
  return { id: data.id, item: item.id, at: `${shop}/events/${data.id}` }
}

/** Looks at a page on a phone and at a desk, by day and by night, in three languages. */
async function everywhere(at, name, before = async () => {}) {
  for (const way of ways) {
    const page = await buyer(way)
    await page.goto(at)
    await before(page)
    await look(page, `${name} ${JSON.stringify(way)}`)
    await page.context().close()
  }
}

const house = {
  name: 'House', focalPoint: { x: 4, y: -2 }, priceBands: [{ key: 'F', name: 'Front' }], areas: [{ name: 'Ground' }],
  rows: ['A', 'B', 'C'].map((name, y) => ({ name, area: 'Ground', priceBand: 'F', seats: [...Array(9).keys()].map((x) => ({ name: String(x + 1), x, y })) })),
}

async function states() {
  const later = await event('Not yet', { ticket: { onSaleFrom: stamp(Date.now() + 5 * DAY) } })
  await everywhere(later.at, 'before sale')
  const few = await event('Few', { stock: 3 })
  await everywhere(few.at, 'event', async (page) => page.locator('.policy summary').click())
  const page = await buyer()
  await page.goto(few.at + '/embed')
  await look(page, 'embed')
  await page.locator(`[name=n${few.item}]`).evaluate((s) => s.append(new Option('5', '5', true, true))) // there were more when it was drawn
  await page.locator('button.main').click()
  await page.locator('button[value=take]').waitFor()
  await look(page, 'only three are left')
  await page.locator('button[value=take]').click()
  await page.locator('output', { hasText: '3' }).waitFor()
  await page.goto(shop + '/nothing/here')
  await look(page, 'no such page')
  for (let n = problems.length - 1; n >= 0; n--) if (/status of 404/.test(problems[n])) problems.splice(n, 1) // it said so
}

/** The page of another site, with the shop in a frame. */
async function framed() {
  const { at } = await event('Framed')
  const site = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(`<!doctype html><html lang="en"><title>Site</title><main><h1>Site</h1><script src="${base}/shop/embed.js" data-event="${new URL(at).pathname}"></script></main>`))
  await new Promise((done) => site.listen(0, '127.0.0.1', done))
  const page = await buyer({ scripts: true })
  await page.goto(`http://localhost:${site.address().port}/`)
  const frame = page.frameLocator('iframe')
  await frame.getByText('Entry').first().waitFor()
  const tall = await page.locator('iframe').evaluate((f) => f.clientHeight)
  const inner = await frame.locator('body').evaluate((b) => b.scrollHeight)
  assert.ok(Math.abs(tall - inner) <= 40, `a frame of ${tall} px around a page of ${inner}`)
  await frame.locator('select[name^=n]').first().selectOption('2')
  await frame.locator('button.main').click()
  await page.waitForURL('**/basket') // it leaves the frame
  assert.match(await page.locator('main').innerText(), /2/)
  await page.context().close()
  site.close()
  for (let n = problems.length - 1; n >= 0; n--) if (/localhost/.test(problems[n])) problems.splice(n, 1) // the other site itself
}

async function times() {
  const { at } = await event('Tours', { series: true })
  await everywhere(at + '/times', 'times', async (page) => {
    await page.locator('a.slot').first().click()
    await page.locator('#offers .row').first().waitFor()
  })
  const page = await buyer()
  await page.goto(at + '/times')
  await page.locator('a.slot').nth(1).click()
  await page.locator('button[value=more]').first().click()
  await page.locator('output', { hasText: '1' }).waitFor()
  await details(page)
  await card(page, '4242 4242 4242 4242')
  await page.waitForURL('**/orders/**')
}

async function seats() {
  const { at } = await event('Seated', { plan: house })
  await everywhere(at + '/seats', 'seats')
  const phone = await buyer()
  await phone.goto(at + '/seats')
  await phone.locator('[data-open]').click()
  await phone.locator('dialog [data-seat]').first().waitFor()
  await look(phone, 'seat map, whole window')
  await phone.locator('dialog [data-seat]').nth(4).click()
  await phone.locator('dialog [data-close]').click()
  assert.equal(await phone.locator('.seat-box :checked').count(), 1)
  // At a desk: the map is one stop, arrows move in it and the space bar chooses.
  const desk = await buyer({ width: 1280 })
  await desk.goto(at + '/seats')
  assert.equal(await desk.locator('.seat-map [tabindex="0"]').count(), 1)
  await desk.locator('.seat-map [tabindex="0"]').focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Space', 'ArrowRight', 'Space']) await desk.keyboard.press(key)
  const chosen = await desk.locator('.seat-map [aria-checked=true]').evaluateAll((all) => all.map((s) => s.getAttribute('aria-label')))
  assert.deepEqual(chosen.map((s) => s.slice(0, 13)), ['Row B, seat 3', 'Row B, seat 4'])
  await desk.locator('[data-zoom="1"]').click()
  await look(desk, 'seats chosen')
  const rival = await buyer()
  await rival.goto(at + '/seats')
  await rival.locator('.seat-box', { has: rival.getByRole('checkbox', { name: /Row B, seat 3/ }) }).click()
  await rival.locator('.seats-take').click()
  await rival.locator('.stub').waitFor()
  await desk.locator('.seats-take').click()
  await desk.getByText('Row B: seat 3 was just taken.').waitFor()
  await look(desk, 'a seat that is gone')
  await desk.getByRole('button', { name: 'Row B: take seat 2' }).click()
  await desk.locator('.stub').waitFor()
  assert.equal(await desk.locator('.seat-box.mine').count(), 2)
  await look(desk, 'seats in the basket')
}

async function line() {
  const { at, id } = await event('Rush', { stock: 1 })
  await api('POST', '/events/queue', { eventId: id, isEnabled: true, shoppers: 1, opensAt: stamp(Date.now() + DAY) })
  await everywhere(at, 'early')
  await api('POST', '/events/queue', { eventId: id, opensAt: null })
  await api('POST', '/events/queue', { eventId: id, isEnabled: false })
  await api('POST', '/events/queue', { eventId: id, isEnabled: true })
  const first = await buyer()
  await first.goto(at)
  await first.reload()
  await everywhere(at, 'in line')
  await add(first, 'Entry')
  const second = await buyer()
  await second.waitForTimeout(1100) // a step of the line
  await second.goto(at)
  await second.locator('[data-state=paused]').waitFor()
  await look(second, 'in baskets')
  await details(first)
  await card(first, '4242 4242 4242 4242')
  await first.waitForURL('**/orders/**')
  await second.locator('[data-state=sold-out]').waitFor({ timeout: 60_000 }) // the page asks by itself
  await look(second, 'sold out')
  await everywhere(at, 'sold out')
  await second.getByRole('button', { name: 'Leave the line' }).click()
  await second.waitForURL(shop)
}

/** Each card of the simulated gateway leads to a page that says how it stands: the money came, the bank said no, or nobody knows yet. */
async function gateway() {
  const pays = async (number, way = {}) => {
    const page = await buyer(way)
    await page.goto(shop + '/events/1')
    await add(page, 'Weekend Pass')
    await details(page)
    await card(page, number)
    return page
  }
  const bought = async (page) => {
    await page.getByRole('heading', { name: 'See you there, Zoé' }).waitFor({ timeout: 100_000 })
    assert.equal(await page.locator('.ticket').count(), 1)
    assert.match(await page.locator('main').innerText(), /Paid €155\.50/)
  }
  // Refused: nothing was taken, the basket is still there, and another card pays it.
  for (const [number, says] of [['4000 0000 0000 0002', /said no\./], ['4000 0000 0000 9995', /not enough money/], ['4000 0000 0000 0069', /expired/]]) {
    const page = await pays(number)
    await page.locator('.banner.bad').waitFor()
    assert.ok(page.url().endsWith('/pay'))
    assert.match(await page.locator('.banner.bad').innerText(), says)
    assert.match(await page.locator('.banner.bad').innerText(), /You have not been charged/)
    await look(page, 'card ' + number.slice(-4))
    await card(page, '4242 4242 4242 4242')
    await bought(page)
    await page.context().close()
  }
  // The bank asks back: nothing was taken before the buyer has answered.
  for (const way of ways) {
    const page = await pays('4000 0000 0000 3220', way)
    await page.locator('[name=factor]').waitFor()
    await look(page, `card 3220 ${JSON.stringify(way)}`)
    await page.locator('[name=factor]').click()
    await page.locator('.ticket').waitFor()
    await page.context().close()
  }
  // An answer that is late, and one that comes twice: one ticket.
  for (const number of ['4000 0000 0000 0119', '4000 0000 0000 0259']) {
    const page = await pays(number)
    await bought(page)
    await look(page, 'card ' + number.slice(-4))
    await page.context().close()
  }
  // No answer: the page waits, says so, and asks again by itself; so do the tickets.
  const waits = []
  for (const number of ['4000 0000 0000 0341', '4000 0000 0000 0077', '4000 0000 0000 5126', '4000 0000 0000 6975']) {
    const page = await pays(number)
    await page.getByRole('heading', { name: /your payment is under way|Your bank is taking its time/ }).waitFor()
    assert.equal(await page.locator('.ticket').count(), 0)
    await look(page, 'card ' + number.slice(-4))
    waits.push(page)
  }
  const [lost, settles, settlesNot, silent] = waits
  await bought(lost) // the money was taken, though nobody was told
  await look(lost, 'card 0341, found')
  await settles.getByRole('heading', { name: 'See you there, Zoé' }).waitFor({ timeout: 240_000 })
  assert.equal(await settles.locator('.ticket').count(), 1)
  await look(settles, 'card 0077, the money came')
  await settlesNot.getByText('You have not been charged').waitFor({ timeout: 240_000 })
  assert.equal(await settlesNot.locator('.ticket').count(), 0)
  await look(settlesNot, 'card 5126, no money came')
  assert.equal(await silent.locator('.ticket').count(), 0)
  await look(silent, 'card 6975, still waiting')
}

/** A gift voucher: what it is worth, the way into an account, and what it says afterwards. */
async function vouchers() {
  const currency = (await api('GET', '/sale-items?eventId=1')).saleItems[0].currencyId
  const kind = (await api('POST', '/gift-vouchers', { saleItemData: { pricing: [{ currencyId: currency, basePrice: 7700 }] }, itemData: { name: 'Gift voucher' } })).data.id
  for (const [n, way] of [...ways, { scripts: false, width: 1280 }].entries()) {
    const { id } = await api('POST', '/basket-items', { items: [{ id: kind, quantity: 1 }], autocomplete: true, paymentMethod: 'cash', customerName: 'Ada', customerEmail: 'ada@example.org' })
    const code = (await api('GET', `/order?orderId=${id}`)).items[0].barcode
    const page = await buyer(way)
    const see = async (what) => { if (way.scripts !== false) await look(page, `${what} ${JSON.stringify(way)}`) }
    await page.goto(shop + '/account')
    await page.locator('a[href$="/voucher"]').click()
    await see('voucher, code asked for')
    await page.fill('#code', 'NOTOURS')
    await page.locator('main .button.main').click()
    await page.locator('#code-bad').waitFor()
    await see('voucher, unknown code')
    await page.fill('#code', code)
    await page.locator('main .button.main').click()
    await page.locator('#email').waitFor()
    await see('voucher of somebody who is not signed in')
    const before = mails.length
    await page.fill('#email', 'ada@example.org')
    await page.locator('main .button.main').click()
    await page.locator('.banner.ok').waitFor()
    const [link] = await mailed('ada@example.org', /http\S+\/sign-in\/[\w-]+/, before)
    await page.goto(link)
    await page.locator('main .button.main').click()
    await page.locator('main [name=code]').waitFor({ state: 'attached' })
    await see('voucher that can be redeemed')
    await page.locator('main .button.main').click()
    await page.locator('.banner.ok').waitFor()
    await see('voucher that was redeemed')
    const other = await buyer(way)
    await other.goto(`${shop}/voucher?code=${code}`)
    await other.locator('.banner.bad').waitFor()
    if (way.scripts !== false) await look(other, `voucher of somebody else ${n}`)
    await page.context().close()
  }
}

/** A basket runs out while its buyer types: the page says so, and nothing typed is lost. */
async function runsOut() {
  await api('POST', '/company/settings', { basketTimeoutMinutes: 1 })
  const page = await buyer()
  await page.goto(shop + '/events/1')
  await add(page, 'Weekend Pass')
  await api('POST', '/company/settings', { basketTimeoutMinutes: 10 })
  await page.goto(shop + '/checkout')
  await page.fill('#email', 'zoe@example.org')
  await page.fill('#name', 'Zoé Lefèvre')
  await page.locator('.last-minute:visible').waitFor()
  await look(page, 'last minute')
  await page.waitForURL('**/basket', { timeout: 90_000 }) // by itself, when the minute is over
  await look(page, 'basket that ran out')
  await page.locator('form[action$=recover] button').first().click()
  await page.getByText('Weekend Pass').first().waitFor()
  await page.goto(shop + '/checkout')
  assert.equal(await page.locator('#email').inputValue(), 'zoe@example.org')
  assert.equal(await page.locator('#name').inputValue(), 'Zoé Lefèvre')
}

/** Buying without a pointer: everything is reached by Tab and done by Enter or the space bar. */
async function keyboard() {
  const page = await buyer({ width: 1280 })
  const to = async (selector) => {
    for (let n = 0; n < 80; n++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) {
        const ring = await page.evaluate(() => {
          const s = getComputedStyle(document.activeElement)
          return s.outlineStyle !== 'none' || s.boxShadow !== 'none' || Boolean(document.activeElement.closest('.choice, .check'))
        })
        if (!ring) problems.push(`${page.url()}: nothing shows that ${selector} has the focus`)
        return
      }
    }
    throw new Error(`Tab does not reach ${selector} on ${page.url()}`)
  }
  await page.goto(shop)
  await page.keyboard.press('Tab')
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.skip')))
  await to('.next-do .button')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/events/**')
  await to('.row button[value=more]')
  await page.keyboard.press('Enter')
  await page.locator('output', { hasText: '1' }).first().waitFor()
  await to('.stub .button.main')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/checkout')
  await to('#email')
  await page.keyboard.type('zoe@example.org')
  await to('#name')
  await page.keyboard.type('Zoé Lefèvre')
  await to('.checkout-do .button.main')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/pay')
  await to('.checkout-do .button.main')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/orders/**')
  assert.equal(await page.locator('.ticket').count(), 1)
}

/** At 200 and 400 % nothing is cut off, and nothing is wider than the window. */
async function zoomed() {
  for (const zoom of [2, 4]) {
    const page = await buyer({ width: 1280, zoom })
    for (const at of ['', '/events/1', '/basket', '/account']) {
      await page.goto(shop + at)
      await look(page, `zoom ${zoom} ${at}`)
    }
  }
}

/** Written from right to left nothing leaves the window; whoever wants no motion sees none; and fingers hit what they mean. */
async function mirrored() {
  const page = await buyer()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(shop + '/events/1')
  await add(page, 'Weekend Pass')
  for (const at of ['', '/events/1', '/basket', '/checkout', '/account']) {
    await page.goto(shop + at)
    const found = await page.evaluate(() => {
      const small = [...document.querySelectorAll('main :is(button, input:not([type=hidden]), select, summary, .button)')].filter((e) => e.checkVisibility() && !e.closest('.unseen')).filter((e) => {
        const box = (e.closest('label') ?? e).getBoundingClientRect()
        return box.height < 43.5 || box.width < 43.5
      }).map((e) => `${e.outerHTML.slice(0, 80)} ${Math.round(e.getBoundingClientRect().height)}`)
      const moves = document.getAnimations().filter((a) => a.playState === 'running').length
      document.documentElement.dir = 'rtl'
      return { small, moves, wide: document.documentElement.scrollWidth - innerWidth }
    })
    for (const s of found.small) problems.push(`${at}: smaller than 44 px: ${s}`)
    if (found.moves) problems.push(`${at}: ${found.moves} things move`)
    if (found.wide > 0) problems.push(`${at}: from right to left ${found.wide} px wider than the window`)
  }
}

/** Each chapter of the manual, and of the API each operation, fits a phone; none is endless. */
async function manual() {
  const page = await buyer()
  const desk = await buyer({ width: 1280, scheme: 'dark' })
  const linked = async (at) => {
    await page.goto(base + at)
    return page.locator('a[href^="/docs/"]').evaluateAll((all) => [...new Set(all.map((a) => new URL(a.href).pathname))])
  }
  const chapters = (await linked('/docs/')).filter((at) => !at.startsWith('/docs/api/'))
  const operations = (await linked('/docs/api/')).filter((at) => at.startsWith('/docs/api/'))
  assert(chapters.length > 10 && operations.length > 109, `${chapters.length} chapters, ${operations.length} operations`)
  for (const at of [...chapters, '/docs/api/', operations[1]]) {
    for (const one of [page, desk]) {
      await one.goto(base + at)
      await look(one, `manual ${at}`)
    }
  }
  for (const at of operations) {
    await page.goto(base + at)
    const { wide, high } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth - innerWidth, high: document.documentElement.scrollHeight }))
    if (wide > 0) problems.push(`${at}: ${wide} px wider than the window`)
    if (high > 70_000) problems.push(`${at}: ${high} px high`)
  }
}

await run(async () => {
  const only = process.env.ONLY?.split(',')
  for (const test of [states, framed, times, seats, line, gateway, vouchers, runsOut, keyboard, zoomed, mirrored, manual]) {
    if (!only || only.includes(test.name)) await test()
  }
  console.log('the other pages are open to everybody; axe finds nothing')
})
