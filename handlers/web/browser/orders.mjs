// The clerk's list of orders: finds one, narrows the list, and takes it along as a file, at a desk by
// keyboard and on a phone without scripts:
//
//	node browser/orders.mjs ./marquee
//
// Each page is looked at by axe. SHOTS names a folder for pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { api, base, buyer, heart, look, password, run } from './lib/shop.mjs'

/** What is waiting for money, and what was paid. */
async function sold() {
  const item = (await api('GET', '/sale-items?eventId=1')).saleItems.find((s) => s.type === 'ticket' && !s.seatingPlan).id
  for (const [n, name, later] of [[2, 'Zoé Lefèvre', false], [4, 'Piotr Zieliński', true], [2, 'Jürgen Grosz', true], [1, 'Tomás Ó Briain', true], [3, 'Nguyễn Thu Hà', false], [1, 'Linnea Håkansson', false]]) {
    const { id } = await api('POST', '/basket-items', { items: [{ id: item, quantity: n }] })
    const who = { customerName: name, customerEmail: name.normalize('NFD').replace(/\p{M}/gu, '').replace(/[^a-zA-Z]+/g, '.').toLowerCase() + '@example.org' }
    if (later) await api('POST', '/orders/pay-later', { basketId: id, method: 'payment-link', expiresAt: new Date(Date.now() + 30 * 3600 * 1000).toISOString(), ...who })
    else await api('POST', '/orders/complete', { basketId: id, paymentMethod: 'cash', ...who })
  }
}

/** A browser in which the owner signed in, at the list. */
async function clerk(way = {}) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  await page.goto(page.url() + '/orders')
  return page
}

const rows = (page) => page.locator('table[data-list] tbody tr')

/** By keyboard alone. */
async function keys() {
  const page = await clerk({ width: 1280 })
  await look(page, 'orders 1280')
  await page.keyboard.press('/')
  await page.keyboard.type('lefevre')
  await page.keyboard.press('Enter')
  await page.waitForURL(/query=lefevre/)
  assert.equal(await rows(page).count(), 1)
  await look(page, 'orders found 1280')
  await page.goto(page.url().split('?')[0])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  assert.equal(await rows(page).nth(1).locator('a.to').evaluate((a) => a === document.activeElement), true)
  await page.getByRole('link', { name: 'Waiting for money' }).click()
  await page.waitForURL(/view=waiting/)
  assert.equal(await rows(page).count(), 3)
  await page.locator('summary', { hasText: 'Bought since' }).click()
  await look(page, 'orders filter 1280')
  await page.getByRole('link', { name: 'today', exact: true }).click()
  await page.locator('.fl.set', { hasText: 'Bought since' }).waitFor()
  await page.getByRole('link', { name: 'Take off: Bought since' }).click()
  await page.waitForURL((u) => !u.search.includes('from='))

  // Two of three are paid: chosen by keys, looked at, done.
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 chosen, €').waitFor()
  await look(page, 'orders chosen 1280')
  await page.getByRole('button', { name: 'Money is here' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/jobs\//)
  await page.getByRole('button', { name: 'Mark 2 orders as paid' }).waitFor()
  await look(page, 'orders job 1280')
  await page.getByRole('button', { name: 'Mark 2 orders as paid' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('2 orders are done.').waitFor()
  await look(page, 'orders job done 1280')
  await page.goto(page.url().replace(/\/jobs.*/, '/orders?view=waiting'))
  assert.equal(await rows(page).count(), 1)
  await page.goto(page.url() + '&query=nobody')
  await look(page, 'orders nothing 1280')
  await page.close()
}

/** On a phone, without scripts. */
async function phone() {
  const page = await clerk({ scripts: false })
  await page.getByRole('link', { name: 'Sold', exact: true }).click()
  await page.waitForURL(/view=sold/)
  await page.fill('#query', 'zieli')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing fits').waitFor()
  await page.getByRole('link', { name: 'Show all' }).click()
  await rows(page).first().locator('input[type=checkbox]').check()
  await page.locator('.bulk summary').click()
  await page.getByRole('button', { name: 'Send again' }).click()
  for (let n = 0; n < 20 && !await page.getByText('1 order fits.').count(); n++) await page.getByRole('link', { name: 'See how far it is' }).click()
  await page.getByRole('button', { name: 'Mail 1 order again' }).click()
  await page.getByText('It has begun.').waitFor()
  await page.goto(page.url().replace(/\/jobs.*/, '/orders'))
  await page.locator('summary', { hasText: 'Export' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
  assert.match(await readFile(await file.path(), 'utf8'), /Zieliński/)
  await page.close()
}

async function everywhere() {
  for (const way of [{}, { width: 1280, scheme: 'dark', locale: 'de' }, { locale: 'fr', scheme: 'dark' }]) {
    const page = await clerk(way)
    await look(page, `orders ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    await page.close()
  }
}

const tests = { keys, phone, everywhere }
await run(async () => {
  await sold()
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere') continue
    await test()
  }
})
