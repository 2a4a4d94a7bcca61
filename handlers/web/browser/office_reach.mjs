// How an event reaches people: a code written, tried on a basket, paused, given single codes; a
// message counted before it is sent:
//
//	node browser/office_reach.mjs ./marquee
//
// Once with scripts at a desk, and once without on a phone. Then each page is looked at by axe, in
// three languages, by day and by night. SHOTS names a folder for pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { api, base, buyer, heart, look, password, run } from './lib/shop.mjs'

/** A browser in which the owner signed in, at the event. */
async function promoter(way) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  await page.goto(`${page.url()}/events/1`)
  return page
}

/** A code, from its sentence to its children. */
async function code(way, text) {
  const page = await promoter(way)
  const at = page.url()
  await page.goto(`${at}/codes/new/percentage`)
  await page.getByLabel('Code', { exact: true }).fill(text)
  await page.getByLabel('How much').fill('10')
  if (way.scripts === false) await page.getByRole('button', { name: 'Try it on a basket' }).click()
  await page.locator('#will dd.sum').waitFor()
  const paid = await page.locator('#will dd.sum').innerText()
  assert.match(paid, /\d/)
  await page.getByRole('button', { name: 'Make the code' }).click()
  await page.getByText('The code is there.').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Nobody can enter it', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('It counts again.').waitFor()
  await page.getByRole('button', { name: 'Make single codes' }).click()
  await page.getByText('20 single codes').waitFor()
  await page.goto(`${at}/codes?query=${text.slice(1, 4)}`)
  await page.locator('td', { hasText: text }).first().waitFor()
  await page.close()
}

const desk = () => code({ width: 1280 }, 'DESK10')
const phone = () => code({ scripts: false }, 'PHONE10')

/** A message: how many, how it reads, sent once. */
async function message() {
  const page = await promoter({ width: 1280 })
  await page.goto(`${page.url()}/messages/new`)
  await page.getByLabel('Subject').first().fill('{event.name}: bring a coat')
  await page.locator('textarea').first().fill('Hello {customer.name},\n\nit will be **cold**.')
  await page.getByRole('button', { name: 'Keep the draft' }).click()
  await page.getByText('Kept as a draft.', { exact: false }).waitFor()
  const send = page.getByRole('button', { name: /^Send to \d+ p/ })
  if (await send.count()) {
    await send.click()
    await page.getByText('It goes out, once to each person.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Send to/ }).count(), 0)
  }
  await page.close()
}

/** Every page, in each way. */
async function everywhere() {
  const { data } = await api('POST', '/discount-codes/percentage', { code: `LOOK${Date.now() % 10000}`, amount: 15, events: [1], maximumUses: 50 })
  const written = await api('POST', '/messages', { eventIds: [1], texts: [{ language: 'en', subject: 'Bring a coat', body: 'It will be **cold**.' }] })
  for (const way of [{ width: 1280 }, {}, { locale: 'de' }, { scheme: 'dark', locale: 'fr' }, { width: 1280, scheme: 'dark', locale: 'de' }]) {
    const page = await promoter(way)
    const at = page.url()
    if (!way.width) await page.setViewportSize({ width: 360, height: 2600 })
    const pages = { codes: '/codes', code: `/codes/discount/${data.id}`, new: '/codes/new/bxgy', access: '/codes/access', messages: '/messages', message: `/messages/${written.data.id}`, write: '/messages/new' }
    for (const [name, below] of Object.entries(pages)) {
      await page.goto(at + below)
      await look(page, `reach ${name} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    }
    await page.close()
  }
}

const tests = { desk, phone, message, everywhere }
await run(async () => {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere' && !process.env.ONLY) continue
    await test()
  }
})
