// throwaway: look at verdicts with a faked server
import { spawn } from 'node:child_process'
import { chromium } from 'playwright-core'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = mkdtempSync('/tmp/dl-')
import('node:fs').then(()=>0);(await import('node:fs')).cpSync('/tmp/dl-base', folder, {recursive:true})
const srv = spawn('/tmp/door-marquee', ['serve', '--data', folder, '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'] })
let said = ''
const base = await new Promise((res) => { const h = (b) => { said += b; const m = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? /addr(?:ess)?=(127\.0\.0\.1:\d+)/.exec(said); if (m) res(m[1].startsWith('http') ? m[1] : 'http://' + m[1]) }; srv.stdout.on('data', h); srv.stderr.on('data', h); setTimeout(() => { console.error(said) }, 8000) })
const now = Date.now() * 1000
const home = { device: { id: 1, name: 'Mirko', gate: 'Bahnhof', overrides: !!process.env.OVER, endsAt: now + 36e9 }, event: { id: 1, name: 'Night at the Lake', start: now, end: now + 36e9, timezone: 'Europe/Berlin' },
  zones: [{ id: 7, name: 'Entry', bound: true, hidden: false, attendance: 812, present: 812, rules: { mode: 'in', entry: true, saleItems: [], capacity: 4000 } }], day: 20270601, now, codes: { keys: [] } }
const line = (i, more = {}) => ({ id: i, bought: 1, code: 'CODE' + i, good: 0, flags: 2, name: 'Zoé Lefèvre', order: 'R1', ...more })
const list = { goods: [{ saleItem: 10, kind: 0, name: 'Weekend pass', from: null, to: null, grace: 0 }, { saleItem: 11, kind: 3, name: 'Guest list of the band', from: null, to: null, grace: 0 }], moves: [], end: 1, cursor: '', total: 9,
  tickets: [line(1), line(2), line(3), line(4, { name: 'Ada' }), ...[5, 6, 7, 8].map((i) => line(i, { good: 1, name: 'Jürgen Groß', order: 'R2' })), line(9, { order: 'R3', name: 'Solo', tag: '04AABBCC' })] }
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const steps = (await import(process.argv[2])).default
for (const [w, h, scheme, locale] of [[360, 740, 'light', 'en'], [1280, 800, 'dark', 'de'], ...(process.env.FULL ? [[360, 740, 'dark', 'fr'], [1280, 800, 'light', 'en']] : [])]) {
  const ctx = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, locale, serviceWorkers: 'block' })
  const page = await ctx.newPage()
  page.on('pageerror', (e) => console.error('ERR', e)); page.on('console', (m) => m.type() === 'error' && console.error(m.text()))
  let online = true
  const state = { scan: null }
  await page.route('**/door/api/**', (r) => {
    const at = new URL(r.request().url()).pathname.replace('/door/api', '')
    if (!online) return r.abort()
    if (at === '/home') return r.fulfill({ json: { ...home, now: Date.now() * 1000 } })
    if (at === '/list') return r.fulfill({ json: new URL(r.request().url()).search.includes('since') ? { ...list, goods: [], tickets: [] } : list })
    if (at === '/scan' && state.scan) return r.fulfill({ json: state.scan(JSON.parse(r.request().postData())) })
    return r.abort()
  })
  await page.goto(base + '/door/')
  await page.waitForSelector('.app.start .go')
  await page.waitForFunction(() => !document.querySelector('progress'))
  await page.click('.go')
  await page.waitForSelector('.tools')
  const tag = `${w}-${scheme}-${locale}`
  const look = async (name) => {
    await page.waitForTimeout(120)
    await page.screenshot({ path: `/tmp/doorlook/${name}-${tag}.png` })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (wide > 0) console.error(name, tag, 'too wide', wide)
    const ses = await ctx.newCDPSession(page); await ses.send('Runtime.evaluate', { expression: axe })
    const f = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
    for (const v of f.violations) console.error(name, tag, v.id, v.nodes.map((n) => n.html.slice(0, 120)).join(' | '))
    const small = await page.evaluate(() => [...document.querySelectorAll('button, a, input')].filter((e) => e.offsetParent && e.getBoundingClientRect().height < 59.5 && getComputedStyle(e).opacity !== '0').map((e) => e.outerHTML.slice(0, 60) + ' ' + e.getBoundingClientRect().height))
    if (small.length) console.error(name, tag, 'small', small)
  }
  const type = async (code) => { await page.click('.tools button:first-child'); await page.fill('input.code', code); await page.keyboard.press('Enter'); await page.waitForSelector('.verdict') }
  await steps({ page, look, type, state, tag, offline: (v) => { online = !v } })
  await ctx.close()
}
await b.close(); srv.kill()
