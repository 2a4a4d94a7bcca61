// Measures the scanner against its goals, on a processor that is slowed down four times:
//
//	node browser/speed/door.mjs ./marquee
//
// How long the first load of 10,000 and of 100,000 tickets takes, from the tap to the list;
// how long a code takes to its verdict on the screen, with and without a network; and the
// memory of its scripts. CHROMIUM names another browser.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'

const program = path.resolve(process.argv[2] ?? './marquee')
const slowed = 4
const scans = 100
const goals = [
  { orders: 2_400, tickets: 10_000, seconds: 5 },
  { orders: 24_000, tickets: 100_000, seconds: 40 },
]
const mostVerdict = 150 // ms, of 95 in 100
const mostMemory = 150 // MB

/** A festival of some size behind its server. */
async function festival(orders) {
  const folder = await mkdtemp(path.join(tmpdir(), 'marquee-speed-'))
  const data = path.join(folder, 'data')
  const keys = JSON.parse(execFileSync(program, ['demo', '--data', data, '--orders', String(orders), '--json'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  const server = spawn(program, ['serve', '--data', data, '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const base = await new Promise((resolve, reject) => {
    let said = ''
    const hear = (b) => {
      said += b
      const at = /Marquee is open at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)
      if (at && /msg=serving/.test(said)) resolve(at[1])
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    server.on('exit', () => reject(new Error(said)))
  })
  const end = async () => {
    server.removeAllListeners('exit')
    server.kill()
    await rm(folder, { recursive: true, force: true })
  }
  return { base, keys, end }
}

/** Signs in, starts a scanner, and waits until it has its list. */
async function load(page, { base, keys }) {
  await page.goto(base + '/staff')
  await page.fill('#email', keys.email)
  await page.fill('#password', keys.password)
  await page.click('form .tall')
  await page.click('.event .button')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  const began = Date.now()
  await page.click('form[action$="/start"] button')
  await page.waitForSelector('.app.start .go')
  await page.waitForFunction(() => !document.querySelector('progress') && /\d tickets/.test(document.body.innerText))
  return { session, seconds: (Date.now() - began) / 1000, tickets: Number(/([\d,]+) tickets/.exec(await page.innerText('body'))[1].replace(/,/g, '')) }
}

/** Codes of tickets that are good now and that nobody used, no two neighbours under one name. */
const fresh = (page, n) => page.evaluate(async (n) => {
  const list = await (await fetch('/door/api/list')).json()
  const now = Date.now() * 1000, good = []
  for (const t of list.tickets) {
    const { kind, from, to } = list.goods[t.good]
    const open = kind === 0 && (from === null || from <= now) && (to === null || now < to)
    if (open && t.flags === 2 && !t.zones && t.name !== good.at(-1)?.name) good.push(t)
  }
  return good.slice(0, n).map((t) => t.code)
}, n)

/** Types codes as a reader does, and measures to the frame in which the verdict is drawn, in ms. */
const verdicts = (page, codes) => page.evaluate(async (codes) => {
  const took = []
  for (const code of codes) {
    const drawn = new Promise((resolve, reject) => {
      const observer = new MutationObserver((changes) => {
        const shown = changes.some((c) => [c.target, ...c.addedNodes].some((n) => (n.nodeType === 1 ? n : n.parentElement)?.closest('.verdict')))
        if (!shown) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(resolve))
      })
      observer.observe(document.querySelector('.app'), { subtree: true, childList: true, characterData: true, attributes: true })
      setTimeout(() => reject(new Error(`${code} has no verdict`)), 10_000)
    })
    for (const key of code) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    const began = performance.now()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await drawn
    took.push(performance.now() - began)
    if (!document.querySelector('.verdict.ok')) throw new Error(`${code}: ${document.querySelector('.verdict').innerText}`)
    await new Promise((r) => setTimeout(r, 50))
  }
  took.sort((a, b) => a - b)
  return { p50: Math.round(took[Math.floor(took.length / 2)]), p95: Math.round(took[Math.floor(took.length * 0.95)]) }
}, codes)

const missed = []
function judge(what, is, most, unit) {
  console.log(`${what}: ${is} ${unit}, at most ${most}`)
  if (is > most) missed.push(what)
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--enable-precise-memory-info'] })
try {
  for (const goal of goals) {
    const place = await festival(goal.orders)
    try {
      const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
      page.setDefaultTimeout(300_000)
      const { session, seconds, tickets } = await load(page, place)
      assert.ok(tickets >= goal.tickets, `only ${tickets} tickets`)
      judge(`${tickets} tickets loaded`, seconds, goal.seconds, 's')
      const codes = await fresh(page, 2 * scans)
      await page.click('.go')
      await page.waitForSelector('.tools')
      const online = await verdicts(page, codes.slice(0, scans))
      judge(`verdict online, ${tickets} tickets (p50 ${online.p50})`, online.p95, mostVerdict, 'ms')
      await page.context().setOffline(true)
      const offline = await verdicts(page, codes.slice(scans))
      judge(`verdict offline, ${tickets} tickets (p50 ${offline.p50})`, offline.p95, mostVerdict, 'ms')
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      judge(`memory with ${tickets} tickets`, Math.round(usedSize / 1e6), mostMemory, 'MB')
      await page.context().close()
    } finally {
      await place.end()
    }
  }
} finally {
  await browser.close()
}
assert.deepEqual(missed, [])
