// Nothing typed is lost: a form whose session has ended is filled in again after the sign-in, for its
// user alone; nothing is sent while there is no network; what never got an answer comes back; and a page
// asks before it is left. Then the pages of settings on which texts are written:
//
//	node browser/kept.mjs ./marquee
//
// Each page is looked at by axe. SHOTS names a folder for pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { api, base, buyer, look, password, problems, run } from './lib/shop.mjs'

/** Fills the sign-in in. */
async function signIn(page, who = 'owner@example.com', word = password) {
  await page.fill('#email', who)
  await page.fill('#password', word)
  await page.click('form .tall')
}

/** A browser in which the owner signed in. */
async function owner(way = {}) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await signIn(page)
  await page.waitForURL(/\/office\/[^/]+$/)
  return { page, at: page.url() }
}

/** Ends every session of the owner. */
const endSessions = () => api('DELETE', '/sessions', { userId: 1 })

/** With and without scripts. */
async function ended() {
  for (const scripts of [true, false]) {
    const { page, at } = await owner({ scripts, width: scripts ? 1280 : 360 })
    await page.goto(at + '/events/1/basics')
    const name = await page.getByLabel('Name', { exact: true }).first().inputValue()
    const typed = scripts ? 'Lanterns at night' : 'Lanterns at noon'
    await page.getByLabel('Name', { exact: true }).first().fill(typed)
    await endSessions()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.waitForURL(/sign-in/)
    await signIn(page)
    await page.waitForURL(/basics\?kept=/)
    assert.equal(await page.getByLabel('Name', { exact: true }).first().inputValue(), typed)
    await page.getByText('What you wrote is still here').waitFor()
    await look(page, `kept again ${scripts ? 1280 : 360}`)
    const { data } = await api('GET', '/event?id=1')
    assert.equal(data.attributes.name, name) // nothing was sent by itself
    if (!scripts) await page.close()
    else {
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('Saved').first().waitFor()
    }
  }
}

/** What the page says while there is no network, and after there was none. */
async function offline() {
  const { page, at } = await owner({ width: 1280 })
  await page.goto(at + '/events/1/basics')
  const field = () => page.getByLabel('Name', { exact: true }).first()
  await field().fill('Typed on the train')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('There is no network.').waitFor()
  assert.equal(await field().inputValue(), 'Typed on the train')
  await look(page, 'kept offline 1280')
  await page.context().setOffline(false)

  // A server that goes away while it is asked.
  await page.route('**/basics?*', (r) => r.request().method() === 'POST' ? r.abort() : r.fallback())
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.waitForURL(/chrome-error/).catch(() => undefined)
  await page.unroute('**/basics?*')
  await page.goto(at + '/events/1/basics')
  await page.getByText('no answer came').waitFor()
  assert.equal(await field().inputValue(), 'Typed on the train')
  await look(page, 'kept unanswered 1280')

  // Leaving asks.
  const asked = new Promise((resolve) => page.once('dialog', (d) => { resolve(d.type()); void d.accept() }))
  await page.getByRole('link', { name: 'All events' }).first().click()
  assert.equal(await asked, 'beforeunload')
  problems.splice(0, problems.length, ...problems.filter((p) => !/ERR_|Failed to load/.test(p)))
  await page.close()
}

/** The pages that are new, in every dress. */
async function everywhere() {
  for (const way of [{}, { width: 1280 }, { width: 1280, scheme: 'dark', locale: 'de' }, { locale: 'fr', scheme: 'dark' }]) {
    const { page, at } = await owner(way)
    for (const below of ['settings/mailtexts', 'settings/mailtexts/order-confirmation', 'settings/taxes', 'settings/taxes/1', 'settings/terms', 'settings/pictures', 'settings/mailserver', 'settings/cards', 'groups', 'me']) {
      await page.goto(`${at}/${below}`)
      await look(page, `kept ${below.replaceAll('/', '-')} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    }
    await page.goto(base + '/office/system')
    await look(page, `kept system ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    await page.close()
  }
}

/** A text of one's own: looked at, saved, taken back. A group, with an event that it sees. */
async function written() {
  const { page, at } = await owner({ width: 1280 })
  await page.goto(at + '/settings/mailtexts/order-confirmation')
  await page.getByLabel('Subject').fill('Your lanterns {order.reference}')
  await page.getByRole('button', { name: 'Look at it first' }).click()
  await page.getByText('How it looks').waitFor()
  assert.equal(await page.getByLabel('Subject').inputValue(), 'Your lanterns {order.reference}')
  await look(page, 'kept preview 1280')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('button', { name: 'Go back to the text of the program' }).click()
  await page.getByText('The text of the program counts again.').first().waitFor()

  await page.goto(at + '/groups')
  await page.getByLabel('Name').fill('Helpers')
  await page.getByRole('button', { name: 'Make it' }).click()
  await page.waitForURL(/\/groups\/\d+/)
  await page.locator('input[type=checkbox][name=addEvents]').first().check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Hide' }).first().waitFor()
  await look(page, 'kept group 1280')
  await page.setViewportSize({ width: 360, height: 800 })
  await look(page, 'kept group 360')
  await page.close()
}

const tests = { ended, offline, written, everywhere }
await run(async () => {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name)) continue
    await test()
  }
})
