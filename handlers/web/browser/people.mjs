// Who may do what: somebody is invited and given a right, a role is made, a token is shown once, a second
// factor begins, and the sign-in that stands over a page:
//
//	node browser/people.mjs ./marquee
//
// Each page is looked at by axe. SHOTS names a folder for pictures, ONLY some of the tests.
import { api, base, buyer, heart, look, password, run } from './lib/shop.mjs'

/** A browser in which the owner signed in. */
async function owner(way = {}) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  return { page, at: page.url() }
}

/** At a desk, with scripts. */
async function desk() {
  const { page, at } = await owner({ width: 1280 })
  await page.goto(at + '/people')
  await look(page, 'people 1280')
  await page.keyboard.press('n')
  await page.locator('dialog.sheet #sheet-title').waitFor()
  const sheet = page.locator('dialog.sheet')
  await sheet.getByLabel('E-mail').fill('jonas@example.org')
  await sheet.getByLabel('Name', { exact: false }).first().fill('Jonas Albrecht')
  await sheet.getByLabel('Box office').check()
  await sheet.getByRole('button', { name: 'Send the invitation' }).click()
  await page.waitForURL(/\/people\/\d+/)
  await page.getByText('They have not chosen a password yet.').waitFor()
  await look(page, 'people person 1280')
  await page.locator('summary', { hasText: 'As a list of abilities' }).click()
  await page.locator('input[value="orders.refund"]').check()
  await look(page, 'people abilities 1280')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.jobs .chip', { hasText: 'added' }).waitFor()
  await page.getByRole('link', { name: 'End access' }).click()
  await page.getByText('What ends').waitFor()
  await look(page, 'people end 1280', 2)
  await page.locator('dialog').getByRole('button', { name: 'End access' }).click()
  await page.getByText('Access ended').first().waitFor()
  await page.goto(at + '/roles')
  await look(page, 'people roles 1280')
  await page.close()
}

/** On a phone, without scripts. */
async function phone() {
  const { page, at } = await owner({ scripts: false })
  await page.goto(at + '/roles/new')
  await page.getByLabel('Name').fill('Evenings')
  await page.locator('summary', { hasText: 'Refund' }).click()
  await page.locator('input[value="orders.refund"]').check()
  await look(page, 'people role 360')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Evenings' }).waitFor()
  await page.goto(at + '/me')
  await page.locator('section[aria-labelledby=tokens]').getByLabel('Name').fill('Bookkeeping')
  await page.getByRole('button', { name: 'Make a token' }).click()
  await page.getByText(/^mq_/).waitFor()
  await look(page, 'people token 360')
  await page.locator('#begin-password').fill(password)
  await page.getByRole('button', { name: 'Set it up' }).click()
  await page.locator('.qr svg').waitFor()
  await look(page, 'people factor 360')
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await page.getByText('is wrong', { exact: false }).first().waitFor()

  // The sign-in over a page goes on to where somebody was.
  await page.goto(at + '/proof?to=' + encodeURIComponent(new URL(at + '/devices').pathname))
  await look(page, 'people proof 360', 2)
  await page.fill('#proof-password', 'not this')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('alert').waitFor()
  await page.fill('#proof-password', password)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForURL(/\/devices/)
  await page.close()
}

async function everywhere() {
  await api('POST', '/company/users', { email: 'ole@example.org', name: 'Ole Lindqvist', roles: [2] })
  for (const way of [{}, { width: 1280, scheme: 'dark', locale: 'de' }, { locale: 'fr', scheme: 'dark' }]) {
    const { page, at } = await owner(way)
    for (const below of ['people', 'people/2', 'roles', 'devices', 'me', 'people/new', 'groups']) {
      await page.goto(`${at}/${below}`)
      await look(page, `people ${below.replace('/', '-')} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    }
    await page.close()
  }
}

const tests = { desk, phone, everywhere }
await run(async () => {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere') continue
    await test()
  }
})
