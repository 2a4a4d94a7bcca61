// Whoever runs it all: a setting is found, changed and taken back; a receiver of webhooks is made,
// its secret seen once; what was changed is read; the machine is looked at, backed up, and a backup
// is tried:
//
//	node browser/house.mjs ./marquee
//
// Each page is looked at by axe, at a desk and on a phone, by day and by night. SHOTS names a folder
// for pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { base, buyer, heart, look, password, run } from './lib/shop.mjs'

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

/** A setting is found by a word, changed, and taken back. */
async function setting(way, name) {
  const page = await owner(way)
  const home = page.url()
  const see = async (what) => { if (way.scripts !== false) await look(page, `house ${what} ${name}`) }
  await page.goto(home + '/settings')
  await see('settings')
  await page.fill('#q', 'basketSizeLimit')
  await page.keyboard.press('Enter')
  await page.locator('section .list a.name').first().click()
  await page.waitForURL(/settings\/shop/)
  await see('baskets')
  const field = page.locator('input[name=basketSizeLimit]')
  const before = await field.inputValue()
  await field.fill('7')
  await page.locator('[data-save] button:not([type=reset])').click()
  await page.getByText('Saved.').waitFor()
  assert.equal(await page.locator('input[name=basketSizeLimit]').inputValue(), '7')
  await page.locator('.notes button').click()
  await page.getByText('Taken back.').waitFor()
  assert.equal(await page.locator('input[name=basketSizeLimit]').inputValue(), before)
  for (const slug of ['name', 'money', 'invoices', 'legal', 'shop', 'mails', 'papertickets', 'accounts', 'cards', 'mailserver', 'apps']) {
    await page.goto(`${home}/settings/${slug}`)
    await see(slug)
  }
  await page.close()
}

/** A receiver is made, and its secret is shown once. */
async function hooks() {
  const page = await owner({ width: 1280 })
  const home = page.url()
  await page.goto(home + '/settings/webhooks')
  await page.locator('input[name=url]').fill('http://box.example.com/in')
  await page.locator('input[name=kinds]').nth(1).check()
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.locator('[data-problems]').waitFor()
  await look(page, 'house webhook refused')
  await page.locator('input[name=url]').fill('https://box.example.com/in')
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.waitForURL(/webhooks\/\d+/)
  const secret = await page.inputValue('#secret')
  assert.match(secret, /^whsec_/)
  await look(page, 'house webhook')
  await page.reload()
  assert.equal(await page.locator('#secret').count(), 0)
  assert.ok(!(await page.content()).includes(secret))
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('A call about nothing is on its way.').waitFor()
  await page.goto(home + '/settings/changed')
  await look(page, 'house changed')
  await page.locator('table.rows a.to').first().click()
  await page.waitForURL(/changed\/\d+/)
  await look(page, 'house change')
  await page.close()
}

/** The machine says how it is, is backed up, and a backup is tried. */
async function machine(way, name) {
  const page = await owner(way)
  await page.goto(base + '/office/system')
  await look(page, `house system ${name}`)
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.locator('[data-again]').waitFor()
  await page.locator('.kpi').first().getByText('ago').waitFor({ timeout: 120_000 })
  await page.locator('[data-again]').waitFor({ state: 'detached', timeout: 120_000 })
  await page.getByRole('button', { name: 'Try a restore' }).click()
  await page.getByText('nothing missing').waitFor({ timeout: 120_000 })
  await look(page, `house system tried ${name}`)
  await page.close()
}

/** Every page in other languages. */
async function everywhere() {
  for (const way of [{ locale: 'de' }, { width: 1280, scheme: 'dark', locale: 'fr' }]) {
    const page = await owner(way)
    const home = page.url()
    const pages = ['', ...['name', 'money', 'invoices', 'legal', 'shop', 'changes', 'accounts', 'papertickets', 'mails', 'apps', 'cards', 'mailserver', 'webhooks', 'changed'].map((slug) => '/' + slug)]
    for (const at of pages) {
      await page.goto(`${home}/settings${at}`)
      await look(page, `house settings${at} ${way.width ?? 360} ${way.locale} ${way.scheme ?? 'light'}`)
    }
    await page.goto(base + '/office/system')
    await look(page, `house system ${way.width ?? 360} ${way.locale} ${way.scheme ?? 'light'}`)
    await page.close()
  }
}

const tests = {
  desk: () => setting({ width: 1280 }, '1280'),
  phone: () => setting({ width: 360, scheme: 'dark' }, '360 dark'),
  scriptless: () => setting({ width: 360, scripts: false }, 'no scripts'),
  hooks,
  machine: () => machine({ width: 1280 }, '1280'),
  everywhere,
}
await run(async () => {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && ['everywhere', 'scriptless'].includes(name)) continue
    await test()
  }
})
