// A promoter alone: signs in, makes an event, gives it a ticket, publishes it, and the shop sells it:
//
//	node browser/office.mjs ./marquee
//
// Once with scripts at a desk and once without on a phone; what is typed and pressed is counted. Then
// each page is looked at by axe, in three languages, by day and by night. SHOTS names a folder for
// pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { base, buyer, heart, look, password, run, shop } from './lib/shop.mjs'

const stamp = (days, hour) => {
  const t = new Date(Date.now() + days * 24 * 3600 * 1000)
  return `${t.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00`
}

/** A browser in which the owner signed in, at Home. */
async function owner(way = {}) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  return page
}

/** Most inputs that it may take from Home to an event that sells: what is typed, and what is pressed. */
const MOST = 20

/** From nothing to an event that sells. */
async function sells(way, name) {
  const page = await owner(way)
  const see = async (what) => { if (way.scripts !== false) await look(page, what) }
  let inputs = 0
  const press = async (what) => { inputs++; await what.click() }
  const type = async (what, text) => { inputs++; await what.fill(text) }

  await press(page.locator('.head1 a.main'))
  await page.waitForURL('**/events/new')
  await see(`new event ${name}`)
  await type(page.getByLabel('Name', { exact: true }), name)
  await type(page.getByLabel('Begins'), stamp(40, 20))
  await type(page.getByLabel('Ends'), stamp(40, 19))
  inputs++
  await page.getByLabel('Place', { exact: true }).selectOption({ index: 1 })
  await press(page.locator('form button.main'))
  await page.locator('[aria-invalid]').waitFor() // it ends before it begins
  await see(`new event refused ${name}`)
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), name)
  await type(page.getByLabel('Ends'), stamp(40, 23))
  await press(page.locator('form button.main'))
  await page.waitForURL(/\/events\/\d+(\?|$)/)
  await see(`event without tickets ${name}`)

  await press(page.locator('.empty a.main'))
  await type(page.getByLabel('Name', { exact: true }), 'Evening')
  await type(page.getByLabel('Price'), '24')
  await type(page.getByLabel('How many'), '80')
  await see(`new ticket ${name}`)
  await press(page.locator('form button.main'))
  await page.waitForURL(/\/tickets(\?|$)/)
  await see(`tickets ${name}`)

  const event = page.url().replace(/\/tickets.*/, '')
  await page.goto(event)
  await press(page.locator('.head1 button.main'))
  await page.getByText('It is published.').waitFor()
  await see(`published ${name}`)
  const address = await page.inputValue('#address')
  assert.ok(inputs <= MOST, `${inputs} inputs`)
  console.log(`${name}: ${inputs} inputs from Home to an event that sells`)

  const guest = await buyer()
  await guest.goto(address)
  await guest.getByRole('heading', { name: 'Evening' }).waitFor()

  // Sales stop at once, and go on with one press.
  await page.getByRole('button', { name: 'Stop all sales' }).click()
  await page.getByText('Nothing is sold now.', { exact: false }).waitFor()
  await page.locator('.notes button').click()
  await page.getByText('Taken back.').waitFor()
  await page.getByRole('button', { name: 'Stop all sales' }).waitFor()
  await page.close()
}

/** A price is changed in the sheet beside the list, and taken back. */
async function sheet() {
  const page = await owner({ width: 1280 })
  await page.goto(`${page.url()}/events/1/tickets`)
  const row = page.locator('tr[data-row]').first()
  const before = await row.locator('.price-of').innerText()
  await row.locator('a.name').click()
  await page.locator('dialog[open]').waitFor()
  await page.locator('dialog').getByLabel('Price').first().fill('77.77')
  await page.getByText('1 change, not saved').waitFor()
  await look(page, 'sheet with a change', 2)
  await page.keyboard.press('Escape') // what waits is not lost
  assert.ok(await page.locator('dialog[open]').isVisible())
  await page.keyboard.press('Control+s')
  await page.getByText('Saved.').waitFor()
  assert.notEqual(await row.locator('.price-of').innerText(), before)
  await page.locator('.notes button').click()
  await page.getByText('Taken back.').waitFor()
  assert.equal(await row.locator('.price-of').innerText(), before)

  // Down by one, and up again.
  const names = () => page.locator('tr[data-row] a.name').allInnerTexts()
  const order = await names()
  await row.locator('[data-move=down]').click()
  await page.getByText('Moved.').waitFor()
  assert.deepEqual((await names()).slice(0, 2), order.slice(0, 2).reverse())
  await page.locator('tr[data-row]').nth(1).locator('[data-move=up]').click()
  await page.waitForFunction((first) => document.querySelector('tr[data-row] a.name')?.textContent === first, order[0])
  await page.close()
}

/** A customer is found by keys alone, changed, compared and merged; one more is found by the number of an order. */
async function customers() {
  const page = await owner({ width: 1280 })
  const home = page.url()
  await page.goto(`${home}/customers`)
  await look(page, 'customers')
  const first = page.locator('tbody a.name').first()
  const name = await first.innerText()

  await page.keyboard.press('Control+k')
  await page.locator('dialog.finder[open]').waitFor()
  await page.keyboard.type(name.split(' ').reverse().join(' ').toLowerCase())
  await page.locator('dialog .found[aria-selected=true]').waitFor()
  assert.equal(await page.locator('dialog .found').first().locator('.el').first().innerText(), name)
  await look(page, 'search over a page', 2)
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await page.locator('dialog .found[aria-selected=true]').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/customers\/\d+$/)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await look(page, 'customer')

  await page.keyboard.press('e')
  await page.locator('dialog.sheet[open]').waitFor()
  await page.locator('dialog').getByLabel('City').fill('Kehl')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved.').waitFor()
  await page.getByText('Kehl').waitFor()
  await page.getByRole('link', { name: 'Erase' }).click()
  await page.locator('dialog.sheet[open] .consequences').waitFor()
  await look(page, 'customer to be erased', 2)
  await page.keyboard.press('Escape')

  // Without scripts the search is a page, and says the same.
  const plain = await owner({ scripts: false })
  await plain.locator('a.find-all').click()
  await plain.fill('#q', name)
  await plain.keyboard.press('Enter')
  assert.equal(await plain.locator('.found .el').first().innerText(), name)
  await plain.close()

  // A group that was deleted comes back.
  await page.goto(`${home}/customers/groups`)
  await page.keyboard.press('n')
  await page.locator('dialog.sheet[open]').waitFor()
  await page.locator('dialog').getByLabel('Name').fill('Circle of friends')
  await page.keyboard.press('Control+s')
  await page.getByText('Group made').waitFor()
  await look(page, 'groups of customers')
  await page.getByRole('button', { name: 'Delete Circle of friends' }).click()
  await page.getByText('Group deleted').waitFor()
  await page.locator('.notes button').click()
  await page.getByText('Taken back.').waitFor()
  await page.getByRole('link', { name: 'Circle of friends' }).waitFor()
  await page.close()
}

/** Every page, in each way. */
async function everywhere() {
  for (const way of [{ width: 1280 }, { locale: 'de' }, { scheme: 'dark', locale: 'fr' }, { width: 1280, scheme: 'dark', locale: 'de' }]) {
    const page = await owner(way)
    const home = page.url()
    for (const [name, at] of Object.entries({ home: '', events: '/events', drafts: '/events?state=drafts', nothing: '/events?query=nothing+like+it', new: '/events/new', event: '/events/1', basics: '/events/1/basics', tickets: '/events/1/tickets', ticket: '/events/1/tickets/1', 'new-ticket': '/events/1/tickets/new', search: '/search?q=an', customers: '/customers', customer: '/customers/1', 'customer-edit': '/customers/1/edit', 'customer-erase': '/customers/1/erase', merge: '/customers/1/merge/2', groups: '/customers/groups', 'new-group': '/customers/groups/new' })) {
      await page.goto(home + at)
      await look(page, `office ${name} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    }
    await page.locator('.who').click()
    await look(page, `office menu ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    await page.close()
  }
}

const tests = { desk: () => sells({ width: 1280 }, 'Lanterns'), phone: () => sells({ scripts: false }, 'Harbour cinema'), sheet, customers, everywhere }
await run(async () => {
  assert.ok(shop)
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere') continue
    await test()
  }
})
