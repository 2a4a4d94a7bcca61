// The evening: the overview of an event goes on while its sale runs, and stops it with one press:
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

/** Every page, in each way. */
async function everywhere() {
  for (const way of [{ width: 1280 }, {}, { locale: 'de' }, { scheme: 'dark', locale: 'fr' }, { width: 1280, scheme: 'dark', locale: 'de' }]) {
    const page = await owner('', way)
    const at = page.url()
    if (!way.width) await page.setViewportSize({ width: 360, height: 2600 })
    for (const [name, below] of Object.entries({ live: '/events/1' })) {
      await page.goto(at + below)
      await look(page, `evening ${name} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    }
    await page.close()
  }
}

const tests = { live, phone, everywhere }
await run(async () => {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere' && !process.env.ONLY) continue
    await test()
  }
})
