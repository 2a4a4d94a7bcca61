// What an event sells: groups, fees and rules of resale are made and set; guests are pasted, and printed.
//
//	node browser/office_sale.mjs ./marquee
//
// Once with scripts at a desk, once without on a phone. Then each page is looked at by axe, in three
// languages, by day and by night. SHOTS names a folder for pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { api, base, buyer, heart, look, password, run } from './lib/shop.mjs'

/** A browser in which the owner signed in, at the tickets of the festival. */
async function selling(way) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  await page.goto(`${page.url()}/events/1/tickets`)
  return page
}

let made = 0

/** What both ways do. */
async function work(page) {
  const name = `Balcony ${++made}`
  const at = page.url()
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await page.getByRole('link', { name: 'New group' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Places for all of them together').fill('100000')
  await page.getByRole('button', { name: 'Make the group' }).click()
  await page.getByText('Group made').first().waitFor()
  await page.getByRole('button', { name: /^Put in/ }).first().click()
  await page.getByText('The ticket is in the group.').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Taken back.').first().waitFor()
  await page.getByRole('button', { name: 'Delete the group' }).click()
  await page.getByText('Group deleted').first().waitFor()

  await page.getByRole('link', { name: 'Fees', exact: true }).click()
  await page.getByRole('link', { name: 'New fee' }).click()
  await page.getByRole('link', { name: 'A share of the price' }).click()
  await page.getByLabel('Name').fill(`Service ${made}`)
  await page.getByLabel('Share in %').fill('2.5')
  await page.getByRole('button', { name: 'Charge it' }).click()
  await page.getByText('2.5% for each ticket or extra').first().waitFor()

  await page.getByRole('link', { name: 'Resale', exact: true }).first().click()
  for (const name of ['Sold on', 'Bought until, hours before']) {
    const as = page.getByRole('group', { name }).getByRole('checkbox', { name: /^As for all events/ })
    if (await as.isChecked()) await as.uncheck()
  }
  await page.getByRole('combobox', { name: 'Sold on' }).selectOption('true')
  await page.getByRole('spinbutton', { name: 'Bought until, hours before' }).fill('24')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('24 hours before it begins').first().waitFor()

  await page.goto(at.replace(/tickets$/, 'guests'))
  await page.getByRole('link', { name: 'Paste guests' }).click()
  await page.getByLabel('Guests').fill(`Zoé Lefèvre ${made}, zoe${made}@example.org, 2\nnobody@example.org\nAda Lovelace ${made} +1`)
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await page.getByText('1 line cannot be taken').waitFor()
  await page.getByLabel('Guests').fill(`Zoé Lefèvre ${made}, zoe${made}@example.org, 2\nAda Lovelace ${made} +1`)
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await page.getByRole('button', { name: 'Put 4 guests on the list' }).click()
  await page.getByText('They are on the list.').first().waitFor()
  await page.getByRole('link', { name: 'Print' }).click()
  assert.ok(await page.getByRole('img', { name: 'not in' }).count() >= 4)
}

async function lists() {
  const { data } = await api('POST', '/events/guest-lists', { eventId: 1, saleItemData: { pricing: [{ currencyId: (await currency()), basePrice: 0 }] }, itemData: { name: 'Friends of the band' } })
  return data.id
}

async function currency() {
  return (await api('GET', '/currencies')).data[0].id
}

async function desk() {
  const page = await selling({ width: 1280 })
  await work(page)
  await page.close()
}

async function phone() {
  const page = await selling({ scripts: false })
  await work(page)
  await page.close()
}

/** Every page, in each way. */
async function everywhere() {
  const group = (await api('POST', '/sale-item-groups', { eventId: 1, name: 'Weekend, standing', description: 'In front of the stage', totalStock: 5000 })).data.id
  const fee = (await api('POST', '/fees', { name: 'Booking', amount: 150, per: 'order', eventId: 1 })).data.id
  await api('POST', '/fees', { name: 'Service', kind: 'percent', percent: 4.5, per: 'item', isAbsorbed: true })
  for (const way of [{ width: 1280 }, {}, { locale: 'de' }, { scheme: 'dark', locale: 'fr' }, { width: 1280, scheme: 'dark', locale: 'de' }]) {
    const page = await selling(way)
    const at = page.url()
    if (!way.width) await page.setViewportSize({ width: 360, height: 2600 })
    const seen = (name) => look(page, `sale ${name} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    for (const name of ['', '/groups', '/groups/new', `/groups/${group}`, '/fees', '/fees/new', '/fees/new?kind=tiers', `/fees/${fee}`, '/resale']) {
      await page.goto(at + name)
      await seen(name || 'tickets')
    }
    await page.goto(at.replace(/tickets$/, 'queue'))
    await seen('queue')
    await page.goto(at.replace(/tickets$/, 'guests/new'))
    await page.locator('textarea').fill('Zoé Lefèvre, zoe@example.org, 2\nnobody@example.org\nAda Lovelace +1')
    await page.locator('button[name=dryRun]').click()
    await page.locator('.pasted').waitFor()
    await seen('pasted')
    await page.goto(at.replace(/tickets$/, 'guests/print'))
    await seen('sheet')
    if (way.width && !way.locale && process.env.SHOTS) await page.pdf({ path: process.env.SHOTS + '/sheet.pdf', preferCSSPageSize: true })
    await page.close()
  }
}

const tests = { desk, phone, everywhere }
await run(async () => {
  await lists()
  await api('POST', '/events/queue', { eventId: 1, isEnabled: true })
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere' && !process.env.ONLY) continue
    await test()
  }
})
