// Works at a door in a real browser, on a phone, with a camera that sees real tickets:
//
//	node browser/door.mjs ./marquee
//
// A supervisor signs in and makes a gate code; a phone joins by it, loads its list, sees
// tickets printed by our own PDF, is cut off, scans on while the server is killed, and
// brings everything when it is back; then it is locked, and is empty. Every screen is
// looked at by axe, nothing is asked of another origin. It needs pdftoppm and convert; where
// they are not, HEART=1 types what the camera would see, and leaves out what takes long.
// SHOTS names a folder for pictures, CHROMIUM another browser, and DOOR_MINUTES how long the
// network is cut.
import assert from 'node:assert/strict'
import * as esbuild from 'esbuild'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const program = path.resolve(process.argv[2] ?? './marquee')
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = await mkdtemp(path.join(tmpdir(), 'marquee-door-'))
const shots = process.env.SHOTS
const heart = process.env.HEART === '1'
const web = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const films = ['pdftoppm', 'convert'].every((tool) => !spawnSync(tool, ['-v']).error)
assert.ok(films || heart, 'needs pdftoppm and convert')
if (shots) await mkdir(shots, { recursive: true })

/** Starts the program, on the port that it had before, and waits until it serves. */
async function serve(listen) {
  const server = spawn(program, ['serve', '--demo', '--data', path.join(folder, 'data'), '--listen', listen], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const address = await new Promise((resolve, reject) => {
    const hear = (b) => {
      said += b
      const at = /Marquee is open at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)
      if (at && /msg=serving|API token/.test(said)) resolve(at[1])
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    server.on('exit', () => reject(new Error(said)))
  })
  for (;;) {
    if (await fetch(address + '/healthz').then((r) => r.ok, () => false)) break
    await new Promise((r) => setTimeout(r, 100))
  }
  return { server, base: address, password: /Password: +(\S+)/.exec(said)?.[1], token: /API token: +(\S+)/.exec(said)?.[1] }
}

const problems = []
let { server, base, password, token } = await serve('127.0.0.1:0')
const api = async (at) => (await fetch(base + '/v1' + at, { headers: { Authorization: `Bearer ${token}` } })).json()

/** An order with a ticket that nobody used, and its codes. */
async function unused() {
  const zones = (await api('/zones/all?eventId=1')).data ?? (await api('/zones/all?eventId=1'))
  assert.ok(zones)
  const listed = new Map()
  for (let at = '/entry/tickets?eventId=1'; at && listed.size < 600; ) {
    const page = await api(at)
    for (const t of page.content) listed.set(t.const.barcode, t)
    const next = page.pagination?.next
    at = next ? next.replace(/^.*\/v1/, '') : ''
  }
  const good = (t) => t && Array.isArray(t.variable) && t.itemType === 'ticket' && /Weekend Pass/.test(t.const.typeDuringSale)
  const orders = (await api('/orders?limit=100')).orders
  const order = orders.find((o) => o.fullDownloadUrl && o.items.some((i) => good(listed.get(i.barcode))))
  assert.ok(order, 'the demo has an order with tickets that nobody used')
  const group = orders.filter((o) => o !== order).map((o) => o.items.map((i) => i.barcode).filter((b) => good(listed.get(b)))).find((all) => all.length > 1)
  assert.ok(group, 'and another one with some')
  return { order, group, codes: [...listed.values()].filter(good).map((t) => t.const.barcode).filter((b) => !group.includes(b)) }
}

/** A film of the tickets of an order, page after page, as a camera would see them. */
async function film(order) {
  const pdf = path.join(folder, 'tickets.pdf')
  await writeFile(pdf, Buffer.from(await (await fetch(order.fullDownloadUrl)).arrayBuffer()))
  execFileSync('pdftoppm', ['-r', '100', '-png', pdf, path.join(folder, 'page')])
  const pages = execFileSync('sh', ['-c', `ls ${folder}/page*.png`]).toString().trim().split('\n')
  const frames = []
  const blank = path.join(folder, 'blank.jpg')
  execFileSync('convert', ['-size', '960x720', 'xc:#445', blank])
  for (const [i, page] of pages.entries()) {
    const frame = path.join(folder, `frame${i}.jpg`)
    execFileSync('convert', [page, '-resize', '960x', '-background', '#445', '-gravity', 'north', '-extent', '960x720', '-quality', '85', frame])
    for (let n = 0; n < 60; n++) frames.push(await readFile(frame))
    for (let n = 0; n < 90; n++) frames.push(await readFile(blank))
  }
  const at = path.join(folder, 'tickets.mjpeg')
  await writeFile(at, Buffer.concat(frames))
  return at
}

const { order, group, codes } = await unused()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic',
    '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', ...(films ? [`--use-file-for-fake-video-capture=${await film(order)}`] : [])],
})

/** Somebody with a browser of their own. */
async function person({ width = 360, height = 740, scheme = 'light', locale = 'en' } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 2, permissions: ['camera'], colorScheme: scheme, locale })
  context.setDefaultTimeout(20_000)
  context.on('request', (r) => {
    if (!r.url().startsWith(base) && !/^(data|blob):/.test(r.url())) problems.push(`asks for ${r.url()}`)
  })
  const page = await context.newPage()
  page.on('pageerror', (e) => problems.push(`${page.url()}: ${e}`))
  page.on('console', (m) => {
    if (m.type() === 'error' && !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|status of 4(01|22)/.test(m.text())) problems.push(m.text())
  })
  return page
}

/** Holds the screen against the rules of accessibility, and against its width. */
async function look(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) problems.push(`${name} is ${wide} px too wide`)
  await page.evaluate((code) => { if (!globalThis.axe) (0, eval)(code) }, axe).catch(async () => {
    // The policy of the page forbids eval; the debugger of the browser may.
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: axe })
  })
  const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
  for (const v of found.violations) problems.push(`${name}: ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 140)).join(' | ')}`)
  if (shots) await page.screenshot({ path: path.join(shots, `${name}.png`) })
}

/** The rules, in this browser, decide every request of the file as the box office does. */
async function decides(page) {
  const built = await esbuild.build({ absWorkingDir: web, entryPoints: ['src/door/rules.ts'], bundle: true, format: 'iife', globalName: 'door', write: false })
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: built.outputFiles[0].text })
  const vectors = (await readFile(path.join(web, '../../app/entry/rules/testdata/vectors.jsonl'), 'utf8')).trim().split('\n').map((l) => JSON.parse(l))
  const alike = await page.evaluate(async (all) => {
    const rules = await globalThis.door.Rules.load(fetch(document.getElementById('scanner').dataset.rules))
    return all.filter((v) => JSON.stringify(rules.answer(globalThis.door.encode(v.ask))) === JSON.stringify(v.answer)).length
  }, vectors)
  assert.ok(vectors.length >= 500)
  assert.equal(alike, vectors.length)
  console.log(`${alike} requests are decided here as in the box office`)
}

const verdict = (page) => page.textContent('.verdict h1')
async function type(page, code) {
  await page.click('.tools button:first-child')
  await page.fill('input.code', code)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.verdict')
  return verdict(page)
}
/** Waits for the next guest; where one could bring others, nobody waits so long. */
async function gone(page) {
  if (await page.$('.bring')) {
    await page.waitForTimeout(300)
    for (const press of ['Keep open', 'Close']) await page.getByRole('button', { name: press, exact: true }).click()
  }
  await page.waitForSelector('.verdict', { state: 'detached' })
}

/** A second tab says that the scanner is open, and becomes it when it is asked to; then back. */
async function inOneTab(phone) {
  const second = await phone.context().newPage()
  await second.goto(base + '/door/')
  const takeOver = (page) => page.getByRole('button', { name: 'Scan in this tab' })
  await takeOver(second).waitFor()
  await look(second, 'other-tab')
  await takeOver(second).click()
  await second.waitForSelector('.app.start .go')
  await takeOver(phone).waitFor()
  await takeOver(phone).click()
  await phone.waitForSelector('.app.start .go')
  await takeOver(second).waitFor()
  await second.close()
}

async function main() {
  // A supervisor makes a gate code.
  const boss = await person()
  await boss.goto(base + '/staff')
  await look(boss, 'sign-in')
  await boss.fill('#email', 'owner@example.com')
  await boss.fill('#password', 'wrong')
  await boss.click('form .tall')
  await boss.waitForSelector('[role=alert]')
  await look(boss, 'sign-in-wrong')
  await boss.fill('#password', password)
  await boss.click('form .tall')
  await boss.waitForURL((url) => !url.pathname.startsWith('/staff/sign-in'))
  await boss.goto(base + '/staff')
  await boss.waitForSelector('.event')
  await look(boss, 'events')
  await boss.click('.event .button')
  await boss.fill('#gate-there', 'Bahnhof')
  await boss.fill('#phones', '2')
  await look(boss, 'event')
  await boss.click('section[aria-labelledby=others] button.wide')
  const address = await boss.inputValue('#address')
  await look(boss, 'gate-code')

  // A steward's phone joins by it, and loads its list.
  const phone = await person()
  await phone.goto(address)
  await phone.waitForSelector('.join form')
  assert.ok(!phone.url().includes('mq_'), 'the code does not stay in the address')
  await look(phone, 'join')
  await phone.getByLabel('Your name').fill('Mirko')
  await phone.click('.join form button')
  await phone.waitForSelector('.app.start .go')
  const began = Date.now()
  await phone.waitForFunction(() => /12,?\d\d\d tickets/.test(document.body.innerText) && !document.querySelector('progress'))
  console.log(`list of 12,700 tickets loaded within ${Date.now() - began} ms of the page`)
  await look(phone, 'start')

  await decides(phone)
  await inOneTab(phone)

  // Another types the code instead.
  if (!heart) {
    const typist = await person()
    await typist.goto(base + '/door/')
    await typist.getByLabel('Gate code').fill(address.replace(/^.*#/, ''))
    await typist.getByLabel('Your name').fill('Ines')
    await typist.click('.join form button')
    await typist.waitForSelector('.app.start .go')
    await typist.context().close()
  }

  // The camera sees a ticket printed by our PDF: it is let in, and not again.
  await phone.click('.go')
  if (!films) await type(phone, codes.find((c) => order.items.some((i) => i.barcode === c)))
  await phone.waitForSelector('.verdict.ok')
  await look(phone, 'ok')
  const seen = await phone.textContent('.guest h2')
  assert.match(seen, /./)
  if (!heart) {
    await phone.waitForSelector('.verdict.stop', { timeout: 60_000 })
    const stop = await phone.innerText('.verdict')
    assert.match(stop, /Already inside|Not now|Not for this gate|Under/)
    await look(phone, 'stop')
  }
  if (films) console.log(`the camera read ${await phone.evaluate(() => document.querySelector('video').videoWidth)} px wide frames of the printed tickets`)
  // From here on the camera looks away, so that only what is typed counts.
  await phone.evaluate(() => { for (const t of document.querySelector('video').srcObject.getTracks()) t.enabled = false })
  await phone.waitForTimeout(1500)
  if (heart) await gone(phone)
  else await phone.click('.acts .big')
  await phone.waitForTimeout(500)
  if (await phone.$('.verdict')) await phone.waitForTimeout(3000)
  await look(phone, 'ready')

  const spare = codes.filter((c) => !order.items.some((i) => i.barcode === c))
  assert.equal(await type(phone, spare[0]), 'OK')
  await gone(phone)
  await type(phone, spare[0].toLowerCase().replace(/(....)/g, '$1-'))
  const again = await phone.innerText('.verdict')
  assert.match(again, /Already inside[\s\S]*Bahnhof[\s\S]*Mirko/)
  await look(phone, 'already-inside')
  await phone.waitForTimeout(300)
  await phone.click('.acts .big')
  await type(phone, 'NOTOURS12345678')
  await look(phone, 'unknown')
  await phone.waitForTimeout(300)
  await phone.click('.acts .big')
  await phone.click('.tools button:nth-child(2)')
  await phone.fill('input[type=search]', order.customerName.slice(0, 4))
  await phone.waitForSelector('.found button')
  await look(phone, 'search')
  await phone.click('.sheet header .plain')
  await phone.click('.head .plain')
  await look(phone, 'menu')
  await phone.click('.sheet header .plain')

  // One of an order brings the others, all at once.
  assert.equal(await type(phone, group[0]), 'OK')
  await phone.waitForTimeout(300)
  await phone.click('.bottom-line button') // it stays
  await look(phone, 'order')
  await phone.click('.bring')
  await phone.waitForFunction(() => /^OK/.test(document.querySelector('.verdict h1')?.textContent) && !document.querySelector('.bring'))
  await gone(phone)

  // A reader that types like a keyboard needs no field.
  await phone.evaluate((code) => {
    for (const key of [...code, 'Enter']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, spare[1])
  await phone.waitForSelector('.verdict.ok')
  await gone(phone)

  // The network is cut, and the server killed in the middle of the scanning.
  const before = await phone.evaluate(async () => (await (await fetch('/door/api/home')).json()).zones[0].present)
  await phone.context().setOffline(true)
  const offline = spare.slice(2, 12)
  const times = [], cutAt = Date.now(), cutFor = Number(process.env.DOOR_MINUTES ?? 0) * 60_000
  for (const [i, code] of offline.entries()) {
    if (i === 5) {
      server.removeAllListeners('exit')
      server.kill('SIGKILL')
    }
    const at = Date.now()
    assert.equal(await type(phone, code), 'OK', code)
    times.push(Date.now() - at)
    if (i === 0) await look(phone, 'ok-offline')
    await gone(phone)
  }
  console.log(`verdicts offline, typing included: ${times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]} ms at p95`)
  await phone.waitForSelector('.offline')
  assert.match(await phone.innerText('.offline'), /10 scans/)
  await look(phone, 'offline')
  // It goes on for as long as it was told: guests who are in already are asked about.
  let more = 0
  for (; Date.now() - cutAt < cutFor; more++) {
    assert.equal(await type(phone, offline[more % offline.length]), 'STOP')
    await phone.waitForTimeout(1000)
    await phone.click('.acts .big')
  }
  const waits = new RegExp(`${offline.length + more} scans`)

  // Nobody leaves a door with scans that the server does not have.
  await phone.click('.head .plain')
  await phone.getByRole('button', { name: 'Leave this door' }).click()
  await phone.locator('.sure button').click()
  await phone.locator('.sure', { hasText: waits }).waitFor()
  await look(phone, 'leave-offline')

  // The tab is closed and opened again, still without a network.
  await phone.reload()
  await phone.waitForSelector('.go')
  await phone.click('.go')
  await phone.waitForSelector('.offline')
  assert.match(await phone.innerText('.offline'), waits)
  await phone.evaluate(() => { for (const t of document.querySelector('video').srcObject?.getTracks() ?? []) t.enabled = false })
  if (await phone.$('.verdict')) await phone.waitForTimeout(3500)

  // Both are back: nothing is lost.
  const port = new URL(base).port
  ;({ server, password, token } = await serve(`127.0.0.1:${port}`))
  await phone.context().setOffline(false)
  await phone.evaluate(() => dispatchEvent(new Event('online')))
  await phone.waitForSelector('.wire.on')
  await phone.waitForFunction(async (least) => (await (await fetch('/door/api/home')).json()).zones[0].present >= least, before + offline.length)
  for (const code of offline) {
    const told = await (await fetch(base + '/v1/zones/check', {
      method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ barcode: code, zoneId: 1, scan: 'in' }),
    })).json()
    assert.equal(told.status, 'alreadyIn', code)
  }
  console.log(`${offline.length} scans made offline are all there`)
  const memory = await phone.evaluate(() => performance.memory?.usedJSHeapSize ?? 0)
  console.log(`memory of scripts with 12,700 tickets: ${Math.round(memory / 1e6)} MB`)

  // The phone is locked: it is empty.
  await boss.reload().catch(() => undefined)
  await boss.goto(base + '/staff')
  if (await boss.$('#email')) {
    await boss.fill('#email', 'owner@example.com')
    await boss.fill('#password', password)
    await boss.click('form .tall')
  }
  await boss.click('.event .button')
  await boss.click('button[aria-label="Lock: Mirko"]')
  await phone.evaluate(() => dispatchEvent(new Event('online')))
  await phone.waitForSelector('.app.locked')
  await look(phone, 'locked')
  assert.deepEqual(await phone.evaluate(async () => (await indexedDB.databases()).map((d) => d.name)), [])
}

try {
  await main()
} finally {
  for (const p of problems) console.error(p)
  if (shots) for (const [i, c] of browser.contexts().entries()) await c.pages()[0]?.screenshot({ path: path.join(shots, `last${i}.png`) }).catch(() => undefined)
  await browser.close()
  server.removeAllListeners('exit')
  server.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}
assert.deepEqual(problems, [])
console.log('the door works')
