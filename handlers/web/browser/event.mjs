// An event whole: it is copied to several dates, its prices are changed in one table, it gets times in
// series, texts and a picture, questions and a line:
//
//	node browser/event.mjs ./marquee
//
// With scripts at a desk, and without on a phone. Each page is looked at by axe, by day and by night.
// SHOTS names a folder for pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { base, buyer, heart, look, password, run } from './lib/shop.mjs'

/** A browser in which the owner signed in, at the first event. */
async function owner(way = {}) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  await page.goto(page.url() + '/events/1')
  return page
}

/** What a page is looked at with: with scripts alone. */
const seen = (way) => async (page, what, times) => { if (way.scripts !== false) await look(page, what, times) }

/** A copy says what it makes, before it makes it. */
async function copies(way) {
  const page = await owner(way)
  const see = seen(way)
  await page.goto(page.url() + '/copy')
  await page.locator('#will .does').waitFor() // a suggestion stands there
  await see(page, 'copy')
  await page.locator('#unit').selectOption('weeks')
  const first = await page.locator('input[name=dates]').first().inputValue()
  const until = new Date(new Date(first + 'Z').getTime() + 15 * 24 * 3600 * 1000).toISOString().slice(0, 16)
  await page.locator('#until').fill(until)
  if (way.scripts === false) await page.locator('button[data-work]').click()
  await page.getByRole('button', { name: 'Make 3 drafts' }).waitFor()
  await see(page, 'copy weekly')
  await page.getByRole('button', { name: 'Make 3 drafts' }).click()
  await page.getByText('Made as drafts.').waitFor()
  assert.ok(page.url().includes('state=drafts'))
  await page.close()
}

/** Prices and stock of several things are changed together, or not at all, and taken back. */
async function table(way) {
  const page = await owner(way)
  const see = seen(way)
  await page.goto(page.url() + '/tickets/table')
  const prices = page.locator('tbody .with-unit input')
  const before = await prices.first().inputValue()
  await see(page, 'table')
  await prices.first().fill('31.50')
  await page.locator('tbody tr').nth(1).locator('input[name$="itemData.name"]:not([type=hidden])').fill('')
  await page.locator('[data-save] .fill').click()
  await page.locator('[data-problems]').waitFor()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight)) // where the save bar stands under the table
  await see(page, 'table refused')
  await page.locator('tbody tr').nth(1).locator('input[name$="itemData.name"]:not([type=hidden])').fill('Another name')
  await page.locator('[data-save] .fill').click()
  await page.getByText('Saved.').waitFor()
  assert.equal(await prices.first().inputValue(), '31.50')
  await page.locator('.notes button').click()
  await page.getByText('Taken back.').waitFor()
  assert.equal(await prices.first().inputValue(), before)
  await page.close()
}

/** Times in series, of which the number is said before. */
async function times(way) {
  const page = await owner(way)
  const see = seen(way)
  await page.goto(page.url() + '/times')
  await see(page, 'times')
  await page.getByLabel('Name', { exact: true }).first().fill('Round')
  await page.locator('#unit').selectOption('days')
  if (way.scripts === false) await page.locator('button[data-work]').click()
  await page.locator('#will .does').waitFor()
  await see(page, 'times series')
  await page.getByRole('button', { name: 'Make the times' }).click()
  await page.getByText('The times are there.').waitFor()
  assert.ok(await page.locator('.month .slot').count() > 0)
  await see(page, 'times made')
  await page.close()
}

/** A red picture of 300 by 200 pixels. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAASwAAADIAQMAAABoEU4WAAAAA1BMVEXIHh4WiPieAAAAHklEQVR42u3BMQEAAADCoPVPbQdvoAAAAAAAAADgNx54AAG94zQeAAAAAElFTkSuQmCC', 'base64')

/** Texts in place, and a picture. */
async function pages(way) {
  const page = await owner(way)
  const see = seen(way)
  const event = page.url()
  await page.goto(event + '/page')
  await see(page, 'page')
  await page.getByLabel('For people with disabilities').fill('A ramp at the side.')
  await page.locator('[data-save] .fill').click()
  await page.getByText('Saved.').waitFor()
  if (await page.locator('.picture-of.header details').count() && !(await page.locator('#file-header').isVisible())) await page.locator('.picture-of.header summary').click()
  await page.setInputFiles('#file-header', { name: 'red.png', mimeType: 'image/png', buffer: picture })
  await page.locator('#keep-header').selectOption('middle')
  await page.locator('.picture-of.header form button').first().click()
  await page.getByText('The picture is there.').waitFor()
  await page.locator('.as-page img.cover').waitFor()
  await see(page, 'page with picture')
  await page.goto(event + '/poster')
  await page.locator('.poster svg').waitFor()
  await see(page, 'poster')
  await page.close()
}

/** A question of the company, asked here. */
async function questions(way) {
  const page = await owner(way)
  const see = seen(way)
  await page.goto(page.url() + '/questions')
  await see(page, 'questions none')
  const name = way.scripts === false ? 'Vegetarian?' : 'Diet?'
  await page.getByRole('link', { name: 'New question' }).click()
  await see(page, 'question new')
  await page.getByLabel('Question', { exact: true }).fill(name)
  await page.getByLabel('Kind of answer').selectOption('radio')
  await page.getByLabel('Answer, 1').fill('Anything')
  await page.getByLabel('Answer, 2').fill('Vegan')
  await page.getByRole('button', { name: 'Make the question' }).click()
  await page.getByText('The question is there.').waitFor()
  await page.getByRole('button', { name: 'Event, once per order' }).click()
  await page.getByText('It is asked from now on.').waitFor()
  await page.getByRole('button', { name: 'Move Vegan up' }).click()
  await page.getByText('Moved.').waitFor()
  await see(page, 'question')
  await page.getByRole('link', { name: 'Questions', exact: true }).first().click()
  await page.getByRole('button', { name: new RegExp(`^Must be answered ?, ${name.replace('?', '[?]')}`) }).click()
  await page.getByText('Saved.').waitFor()
  await see(page, 'questions')
  await page.close()
}

/** A line before a rush. */
async function queue(way) {
  const page = await owner(way)
  const see = seen(way)
  await page.goto(page.url() + '/queue')
  await see(page, 'queue off')
  await page.getByRole('button', { name: 'Put the line there' }).click()
  await page.getByText('The line is as you said.').waitFor()
  await see(page, 'queue')
  await page.getByRole('button', { name: 'Take the line away' }).click()
  await page.getByRole('button', { name: 'Put the line there' }).waitFor()
  await page.close()
}

/** Every page, in each way. */
async function everywhere() {
  for (const way of [{ width: 1280 }, { locale: 'de' }, { scheme: 'dark', locale: 'fr' }, { width: 1280, scheme: 'dark', locale: 'de' }]) {
    const page = await owner(way)
    const event = page.url()
    for (const at of ['copy', 'tickets/table', 'times', 'page', 'poster', 'questions', 'queue', 'tickets']) {
      await page.goto(`${event}/${at}`)
      await look(page, `event ${at.replace('/', '-')} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    }
    await page.close()
  }
}

const both = { copies, table, times, pages, questions, queue }
const tests = { everywhere }
for (const [name, test] of Object.entries(both)) {
  tests[name] = () => test({ width: 1280 })
  tests[`${name}-phone`] = () => test({ scripts: false })
}
await run(async () => {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere') continue
    await test()
  }
})
