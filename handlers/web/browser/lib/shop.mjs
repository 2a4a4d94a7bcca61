// What the browser tests of the shop have in common: a server with the demo festival, and
// buyers whose pages are looked at.
import { execFileSync, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { freePort, post } from './post.mjs'

const program = path.resolve(process.argv[2] ?? './marquee')
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = await mkdtemp(path.join(tmpdir(), 'marquee-shop-'))
const shots = process.env.SHOTS
if (shots) await mkdir(shots, { recursive: true })
const listen = `127.0.0.1:${await freePort()}`
const data = path.join(folder, 'data')
// FESTIVAL=nasty is the one with all that breaks pages.
const nasty = process.env.FESTIVAL === 'nasty'
const keys = nasty && JSON.parse(execFileSync(program, ['demo', '--nasty', '--json', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] }))
const server = spawn(program, ['serve', ...(nasty ? [] : ['--demo']), '--data', data, '--listen', listen, ...post('http://' + listen)], { stdio: ['ignore', 'pipe', 'pipe'] })

/** Waits until the program says where it is open, and for whom. */
function opened() {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (b) => {
      said += b
      const at = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
      const token = keys ? keys.token : /API token: +(\S+)/.exec(said)?.[1]
      if (at && token && /msg=serving/.test(said)) resolve([at[0], token, keys ? keys.password : /Password: +(\S+)/.exec(said)?.[1]])
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    server.on('exit', () => reject(new Error(said)))
  })
}

const [address, token, secret] = await opened()
export const base = address
/** The password of the owner of the festival. */
export const password = secret
export const shop = base + (nasty ? /href="(\/shop\/[^"/]+)"/.exec(await (await fetch(base)).text())[1] : '/shop/lakeside-festival')
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
})
/** Only what each run can afford. */
export const heart = process.env.HEART === '1'
/** What was found to be wrong. */
export const problems = []

/** Asks the API as the owner of the festival. */
export async function api(method, at, body) {
  const answer = await fetch(base + '/v1' + at, { method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Pages that run no scripts, with how they are seen. */
const scriptless = new WeakMap()

/** Looks at what a page without scripts shows, in a page where axe can run and the page's own scripts cannot. */
async function lookAtTwin(page, name, titles) {
  const context = await browser.newContext({ ...scriptless.get(page), storageState: await page.context().storageState() })
  const body = await page.content()
  await context.route('**/*', (r) => r.request().resourceType() === 'script' ? r.abort() : r.fallback())
  await context.route((u) => u.href === page.url(), (r) => r.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  const twin = await context.newPage()
  await twin.goto(page.url())
  await look(twin, name, titles)
  await context.close()
}

/** A buyer with a browser of their own. */
export async function buyer({ width = 360, scripts = true, scheme = 'light', locale = 'en', zoom = 1 } = {}) {
  const context = await browser.newContext({ viewport: { width: Math.round(width / zoom), height: Math.round(800 / zoom) }, deviceScaleFactor: zoom, javaScriptEnabled: scripts, colorScheme: scheme, locale })
  context.on('request', (r) => {
    if (!r.url().startsWith(base) && !r.url().startsWith('data:')) problems.push(`asks for ${r.url()}`)
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  if (!scripts) scriptless.set(page, { viewport: page.viewportSize(), colorScheme: scheme, locale })
  page.on('pageerror', (e) => problems.push(`${page.url()}: ${e}`))
  page.on('console', (m) => {
    if (m.type() === 'error' && !/status of 422/.test(m.text()) && !page.url().endsWith('/nothing-here')) problems.push(`${page.url()}: ${m.text()}`)
  })
  return page
}

/** Holds the page against the rules of accessibility, and against its width. SHOTS names a folder for pictures. */
export async function look(page, name, titles = 1) {
  if (scriptless.has(page)) return lookAtTwin(page, name, titles)
  if (shots) await page.screenshot({ path: path.join(shots, name.replace(/[^\w.-]+/g, '-') + '.png'), fullPage: true })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) problems.push(`${name}: ${wide} px wider than the window`)
  if (await page.evaluate(() => document.querySelectorAll('h1').length) > titles) problems.push(`${name}: too many h1`)
  if (await page.evaluate(() => document.querySelectorAll('h1').length) === 0) problems.push(`${name}: no h1`)
  await page.evaluate(axe)
  // The bar at the bottom of a phone covers what can be scrolled to: it stands below the page meanwhile.
  const bar = (position) => page.evaluate((p) => { for (const e of document.querySelectorAll('.bottom-bar')) e.style.position = p }, position)
  await bar('static')
  const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
  await bar('')
  for (const v of found.violations) problems.push(`${name}: ${v.id}: ${v.nodes.map((n) => n.target).join(' | ')}`)
}

export async function add(page, name) {
  const row = page.locator('li.row', { has: page.getByRole('heading', { name, exact: true }) })
  const before = Number((await row.locator('output').count()) ? await row.locator('output').textContent() : 0)
  await row.locator('button[value=more]').click()
  await row.locator('output', { hasText: String(before + 1) }).waitFor()
}

export async function details(page, email = 'zoe@example.org', name = 'Zoé Lefèvre') {
  await page.goto(shop + '/checkout')
  await page.fill('#email', email)
  await page.fill('#name', name)
  await page.click('.checkout-do .button')
  await page.waitForURL('**/pay')
}

export async function card(page, number) {
  await page.fill('#card', number)
  await page.click('.checkout-do .button')
}

/** Runs a test, and ends all that was started. */
export async function run(test) {
  try {
    await test()
    if (problems.length) throw new Error('something is wrong with the pages')
  } catch (e) {
    for (const c of browser.contexts()) for (const p of c.pages()) console.log(p.url(), (await p.locator('main').innerText({ timeout: 1000 }).catch(() => '')).slice(0, 300))
    for (const p of problems) console.log(p)
    throw e
  } finally {
    await browser.close()
    server.kill()
    await rm(folder, { recursive: true, force: true })
  }
}
