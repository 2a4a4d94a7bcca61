// The evening: the overview of an event goes on while its sale runs, and stops it with one press; the
// doors tell who is inside, and who came in twice; the morning after, reports tell what was sold:
//
//	node browser/office_evening.mjs ./marquee
//
// Then each page is looked at by axe, in three languages, by day and by night. SHOTS names a folder for
// pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api, base, buyer, heart, look, password, run } from './lib/shop.mjs'

/** A browser in which the owner signed in, at a page of the office. */
async function owner(below, way = {}) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  await page.goto(page.url() + below)
  return page
}

/** Some tickets of one kind, paid in cash. */
const sell = (quantity, name = 'Amina Yıldız') => api('POST', '/basket-items', {
  uuid: randomUUID(), autocomplete: true, paymentMethod: 'cash', customerName: name, customerEmail: 'amina@example.com', items: [{ id: 1, quantity }],
})

/** What is sold stands on the page that somebody looks at, without loading it again. */
async function live() {
  const page = await owner('/events/1', { width: 1280 })
  await page.evaluate(() => { globalThis.kept = true })
  await page.locator('.as-of.on').waitFor()
  for (let i = 0; i < 6; i++) await sell(4)
  await page.getByText('Amina Yıldız').first().waitFor({ timeout: 40_000 })
  await page.locator('[data-part=rush] svg').waitFor({ timeout: 40_000 })
  assert.ok(await page.evaluate(() => globalThis.kept))

  // What nothing happened to is not sent again, and what is sent is small.
  const box = page.locator('[data-live]')
  const at = await box.getAttribute('data-live')
  let mark = ''
  for (let tries = 0; ; tries++) {
    const answer = await page.request.get(`${base}${at}?since=${mark}`, { headers: { 'Accept-Encoding': 'gzip' } })
    if (answer.status() === 304) break
    assert.equal(answer.status(), 200)
    assert.ok(tries < 10)
    mark = (await answer.json()).mark
  }

  // A line is put before it, and lets more people choose at a time.
  await api('POST', '/events/queue', { eventId: 1, isEnabled: true })
  await page.reload()
  await page.getByLabel('Choosing at a time').fill('300')
  await page.locator('form', { has: page.getByLabel('Choosing at a time') }).getByRole('button').click()
  await page.getByText('The line is changed').waitFor()
  await look(page, 'live 1280')
  assert.equal((await api('GET', '/event-queue?eventId=1')).shoppers, 300)

  await page.getByRole('button', { name: 'Stop all sales' }).click()
  await page.getByText('Nothing is sold now.', { exact: false }).waitFor()
  await look(page, 'live stopped 1280')
  await page.locator('.notes button').click()
  await page.getByRole('button', { name: 'Stop all sales' }).waitFor()
  await page.close()
}

/** Without scripts, on a phone. */
async function phone() {
  const page = await owner('/events/1', { scripts: false })
  await page.getByRole('button', { name: 'Stop all sales' }).click()
  await page.getByRole('button', { name: 'Go on selling' }).click()
  await page.getByRole('button', { name: 'Stop all sales' }).waitFor()
  await page.close()
}

/** The doors: a zone is made and changed, a guest is let in, one who came in twice is looked at. */
async function door() {
  const { id } = await sell(1, 'Tomás Ó Briain')
  const order = await api('GET', `/order?orderId=${id}`)
  const [{ barcode }] = order.items
  const at = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString()
  await api('POST', '/entry/tickets', { tickets: [{ uuid: randomUUID(), barcode, eventId: 1, scannedOn: at(9) }] })
  await api('POST', '/entry/tickets', { tickets: [{ uuid: randomUUID(), barcode, eventId: 1, scannedOn: at(4) }] })
  const zones = await api('GET', '/zones/all?eventId=1')
  const entry = (zones.data ?? zones)[0].id
  await api('POST', '/zones/scan', { zoneId: entry, barcode: 'NOBODY', direction: 'in' }).catch(() => undefined)

  const page = await owner('/events/1/door', { width: 1280 })
  await page.locator('.as-of.on').waitFor()
  const twice = page.locator('section', { has: page.getByRole('heading', { name: 'Came in twice' }) })
  await look(page, 'door 1280')
  await twice.getByRole('button', { name: 'Seen' }).first().click()
  await page.getByText('Somebody has looked at it.').waitFor()
  await page.locator('.notes button').click()
  await twice.getByRole('button', { name: 'Seen' }).first().waitFor()

  await page.getByLabel('Name, mail, order or code').fill('Amina')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Let the order in' }).first().waitFor()
  await look(page, 'door found 1280')

  await page.getByRole('link', { name: 'New zone' }).click()
  const form = page.locator('main')
  await form.getByLabel('Name', { exact: true }).fill('Backstage')
  await form.getByLabel('From age').fill('18')
  await form.getByLabel('People at a time').fill('250')
  await look(page, 'zone new 1280', 2)
  await form.locator('.save button.fill').click()
  await page.getByText('18 and over, 250 at a time', { exact: false }).first().waitFor()
  await page.getByRole('link', { name: 'Backstage' }).click()
  await page.getByRole('button', { name: 'Delete Backstage' }).click()
  await page.getByText('The zone is deleted.').waitFor()
  await page.close()
}

/** The morning after: a report is narrowed, kept, changed and sent every Monday. */
async function reports() {
  await sell(2)
  const page = await owner('/reports', { width: 1280 })
  await look(page, 'reports 1280')
  await page.getByRole('link', { name: 'What did each ticket sell?' }).click()
  await page.locator('.drawn svg').waitFor()
  await look(page, 'report 1280')
  await page.locator('select[name=event]').selectOption({ index: 1 })
  await page.getByRole('form', { name: 'Filters' }).getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(/event=\d/)
  await page.getByLabel('Name', { exact: true }).fill('Lanterns by ticket')
  await page.getByRole('button', { name: 'Save as a report' }).click()
  await page.waitForURL(/\/reports\/1000/)
  await page.getByText('The report is saved.').waitFor()
  await page.getByText('Every Monday, by mail').click()
  await page.getByLabel('To whom').fill('clara@example.com')
  await page.getByRole('button', { name: 'Send every Monday' }).click()
  await page.getByText('every week, 07:00, clara@example.com').waitFor()
  await look(page, 'report kept 1280')
  const file = await page.request.get((await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).replace(/^/, base))
  assert.equal(file.status(), 200)
  assert.match(await file.text(), /Weekend Pass/)
  await page.getByRole('button', { name: 'Delete the report' }).click()
  await page.getByText('The report is deleted.').waitFor()
  await page.close()
}

/** Every page, in each way. */
async function everywhere() {
  for (const way of [{ width: 1280 }, {}, { locale: 'de' }, { scheme: 'dark', locale: 'fr' }, { width: 1280, scheme: 'dark', locale: 'de' }]) {
    const page = await owner('', way)
    const at = page.url()
    if (!way.width) await page.setViewportSize({ width: 360, height: 2600 })
    for (const [name, below] of Object.entries({ live: '/events/1', door: '/events/1/door', zone: '/events/1/door/zones/new', reports: '/reports', report: '/reports/7', turned: '/reports/23?event=1' })) {
      await page.goto(at + below)
      await look(page, `evening ${name} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    }
    await page.close()
  }
}

const tests = { live, phone, door, reports, everywhere }
await run(async () => {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere' && !process.env.ONLY) continue
    await test()
  }
})
