// Buys in a real browser, with and without scripts, on a phone and on a desk:
//
//	node browser/shop.mjs ./marquee
//
// Every page is looked at by axe, nothing may be asked of another origin, and nothing may
// be refused by the policy of a page. CHROMIUM names another browser.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'

const program = path.resolve(process.argv[2] ?? './marquee')
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = await mkdtemp(path.join(tmpdir(), 'marquee-shop-'))
const server = spawn(program, ['serve', '--demo', '--data', path.join(folder, 'data'), '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'] })

/** Waits until the program says where it is open. */
function opened() {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (b) => {
      said += b
      const at = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
      if (at && /msg=serving/.test(said)) resolve(at[0])
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    server.on('exit', () => reject(new Error(said)))
  })
}

const base = await opened()
const shop = base + '/shop/lakeside-festival'
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
})
const problems = []

/** A buyer with a browser of their own. */
async function buyer({ width = 360, scripts = true, scheme = 'light', locale = 'en' } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: scripts, colorScheme: scheme, locale })
  context.on('request', (r) => {
    if (!r.url().startsWith(base) && !r.url().startsWith('data:')) problems.push(`asks for ${r.url()}`)
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  page.on('pageerror', (e) => problems.push(`${page.url()}: ${e}`))
  page.on('console', (m) => {
    if (m.type() === 'error' && !/status of 422/.test(m.text())) problems.push(`${page.url()}: ${m.text()}`)
  })
  return page
}

/** Holds the page against the rules of accessibility, and against its width. */
async function look(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) problems.push(`${name}: ${wide} px wider than the window`)
  if (await page.evaluate(() => document.querySelectorAll('h1').length) !== 1) problems.push(`${name}: not one h1`)
  await page.evaluate(axe)
  const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
  for (const v of found.violations) problems.push(`${name}: ${v.id}: ${v.nodes.map((n) => n.target).join(' | ')}`)
}

async function add(page, name) {
  const row = page.locator('li.row', { has: page.getByRole('heading', { name, exact: true }) })
  const before = Number((await row.locator('output').count()) ? await row.locator('output').textContent() : 0)
  await row.locator('button[value=more]').click()
  await row.locator('output', { hasText: String(before + 1) }).waitFor()
}

async function details(page) {
  await page.goto(shop + '/checkout')
  await page.fill('#email', 'zoe@example.org')
  await page.fill('#name', 'Zoé Lefèvre')
  await page.click('.checkout-do .button')
  await page.waitForURL('**/pay')
}

async function card(page, number) {
  await page.fill('#card', number)
  await page.click('.checkout-do .button')
}

/** From the front page to the tickets. */
async function buys(options) {
  const name = JSON.stringify(options)
  const page = await buyer(options)
  const see = async (what) => { if (options.scripts !== false) await look(page, `${what} ${name}`) }
  await page.goto(shop)
  await see('front')
  await page.locator('.next-do .button').click()
  await see('event')
  await add(page, 'Weekend Pass')
  await add(page, 'Weekend Pass')
  await add(page, 'Camping Pitch')
  await see('event with a basket')
  await page.goto(shop + '/basket')
  await see('basket')
  await page.goto(shop + '/checkout')
  await page.fill('#email', 'zoe.example')
  await page.click('.checkout-do .button')
  await page.locator('#problems').waitFor()
  await see('checkout with problems')
  await details(page)
  await see('payment')
  await card(page, '4000 0000 0000 0002')
  await page.locator('.banner.bad').waitFor()
  await see('payment refused')
  await card(page, '4242 4242 4242 4242')
  await page.waitForURL('**/orders/**')
  await see('order')
  assert.equal(await page.locator('.ticket').count(), 3)
  return page
}

try {
  for (const width of [360, 1280]) {
    for (const scripts of [true, false]) await buys({ width, scripts })
  }
  await buys({ width: 320, scheme: 'dark', locale: 'de' })
  await buys({ width: 1280, scheme: 'dark', locale: 'fr' })

  // The tickets show without a network after one visit.
  const kept = await buys({ width: 360 })
  await kept.evaluate(() => navigator.serviceWorker.ready)
  await kept.reload()
  await kept.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await kept.reload()
  await kept.context().setOffline(true)
  await kept.reload()
  assert.equal(await kept.locator('.ticket').count(), 3)
  await kept.locator('[data-saved]:visible').waitFor()
  await kept.context().setOffline(false)

  // A gateway that is slow: another device and going back see the same.
  const slow = await buyer()
  await slow.goto(shop + '/events/1')
  await add(slow, 'Friday Day Ticket')
  await details(slow)
  await card(slow, '4000 0000 0000 0077')
  await slow.waitForURL('**/orders/**')
  await look(slow, 'waiting')
  const at = slow.url()
  await slow.goBack()
  await slow.reload()
  assert.equal(slow.url(), at)

  // Two tabs press at the same moment: one order.
  const one = await buyer()
  await one.goto(shop + '/events/1')
  await add(one, 'Sunday Day Ticket')
  await details(one)
  const two = await one.context().newPage()
  await two.goto(shop + '/pay')
  await Promise.all([card(one, '4242 4242 4242 4242'), card(two, '4242 4242 4242 4242')])
  await Promise.all([one.waitForURL('**/orders/**'), two.waitForURL('**/orders/**')])
  assert.equal(one.url(), two.url())

  // The keyboard alone: the focus stays where something was changed.
  const keys = await buyer({ width: 1280 })
  await keys.goto(shop + '/events/1')
  await keys.getByRole('button', { name: 'Add Weekend Pass' }).focus()
  await keys.keyboard.press('Enter')
  await keys.locator('output', { hasText: '1' }).first().waitFor()
  assert.equal(await keys.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'One more: Weekend Pass')

  assert.deepEqual(problems, [])
  console.log('bought 8 times with and without scripts; axe finds nothing')
} catch (e) {
  for (const c of browser.contexts()) for (const p of c.pages()) console.log(p.url(), (await p.locator('main').innerText()).slice(0, 300))
  console.log(problems)
  throw e
} finally {
  await browser.close()
  server.kill()
  await rm(folder, { recursive: true, force: true })
}
