// From an empty folder to an event that sells: the address that the server prints, five steps, a
// ticket that is bought. With and without scripts; every input is counted.
//   node browser/setup.mjs ./marquee        HEART=1: in one browser. SHOTS names a folder for pictures.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'

const program = path.resolve(process.argv[2] ?? './marquee')
const heart = process.env.HEART === '1'
const shots = process.env.SHOTS
if (shots) await mkdir(shots, { recursive: true })
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = await mkdtemp(path.join(tmpdir(), 'marquee-setup-'))
const problems = []
const mostInputs = 45

/** A server on an empty folder, and the address that it prints. */
async function serve(name) {
  const server = spawn(program, ['serve', '--data', path.join(folder, name), '--listen', '127.0.0.1:0', '--backup-schedule', 'off'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const address = await new Promise((resolve, reject) => {
    let said = ''
    const hear = (b) => {
      said += b
      const at = /http:\/\/\S+\/setup\/\S+/.exec(said)
      if (at && /msg=serving/.test(said)) resolve(at[0])
    }
    server.stdout.on('data', hear)
    server.stderr.on('data', hear)
    server.on('exit', () => reject(new Error(said)))
  })
  return { server, address, base: new URL(address).origin }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
})

async function look(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) problems.push(`${name}: ${wide} px wider than the window`)
  if (await page.evaluate(() => document.querySelectorAll('h1').length) !== 1) problems.push(`${name}: not one h1`)
  if (shots) await page.screenshot({ path: path.join(shots, name.replace(/[^\w.-]+/g, '-') + '.png'), fullPage: true })
  await page.evaluate(axe)
  const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
  for (const v of found.violations) problems.push(`${name}: ${v.id}: ${v.nodes.map((n) => n.target).join(' | ')}`)
  const fields = await page.evaluate(() => [...document.querySelectorAll('.asked input:not([type=hidden]):not([type=radio]), .asked select, .asked fieldset.ways')].filter((f) => !f.closest('.kinds li + li')).length)
  if (fields > 6) problems.push(`${name}: ${fields} fields`)
}

/** Somebody who never saw it. */
async function stranger({ width, scripts = true, scheme = 'light', locale = 'en', timezone = 'Europe/Berlin' }) {
  const tag = `${locale} ${width} ${scheme}${scripts ? '' : ' without scripts'}`
  const { server, address, base } = await serve(tag.replaceAll(' ', '-'))
  const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: scripts, colorScheme: scheme, locale, timezoneId: timezone })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  page.on('pageerror', (e) => problems.push(`${page.url()}: ${e}`))
  page.on('console', (m) => { if (m.type() === 'error' && !/status of 4/.test(m.text())) problems.push(`${page.url()}: ${m.text()}`) })
  let inputs = 0
  const type = async (at, text) => { inputs++; await page.fill(at, text) }
  const press = async (at) => { inputs++; await page.click(at) }
  const see = async (name) => { if (scripts) await look(page, `setup ${name} ${tag}`) }
  const next = '.asked .go button'
  const began = Date.now()

  if ((await fetch(base + '/v1/')).status !== 404 || (await fetch(base + '/docs/')).status !== 404) problems.push('more than the setup is served')
  await page.goto(base + '/')
  await see('0 code')
  await page.goto(address)
  await see('1 you')
  await type('#name', 'Clara Vogt')
  await type('#company', 'Uferlicht')
  await type('#email', 'clara@example')
  await type('#password', 'short')
  if (scripts) await page.evaluate(() => { document.querySelector('.asked').noValidate = true })
  await press(next)
  await see('1 you problems')
  await type('#email', 'clara@example.com')
  await type('#password', 'wooden lanterns 7')
  if (scripts && timezone === 'Europe/Berlin' && await page.inputValue('#timezone') !== 'Europe/Berlin') problems.push(`${tag}: the time zone is not guessed`)
  await press(next)
  await page.waitForURL('**/setup/event')
  await see('2 event')
  await type('#title', 'Nachtgold, release show')
  await type('#day', new Date(Date.now() + 60 * 864e5).toISOString().slice(0, 10))
  await type('#time', '20:30')
  await type('#place', 'Alte Werft')
  await type('#street', 'Hafenstraße 1')
  await type('#town', '20457 Hamburg')
  await press(next)
  await page.waitForURL('**/setup/tickets')
  await type('[name="name.0"]', 'Advance')
  await type('[name="price.0"]', locale === 'en' ? '28' : '28,00')
  await type('[name="number.0"]', '500')
  await press('[value=more]')
  await type('[name="name.1"]', 'Reduced')
  await type('[name="price.1"]', '21')
  await type('[name="number.1"]', '100')
  await see('3 tickets')
  await press(next)
  await page.waitForURL('**/setup/pay')
  // What was said is kept, and can be said anew.
  await page.goto(base + '/setup/tickets')
  if (await page.inputValue('[name="name.1"]') !== 'Reduced') problems.push(`${tag}: a ticket was not kept`)
  await page.goto(base + '/setup')
  await page.waitForURL('**/setup/pay')
  await see('4 pay')
  await press('[value=transfer]')
  await see('4 pay transfer')
  await press('[value=demo]')
  await press(next)
  await page.waitForURL('**/setup/publish')
  await see('5 publish')
  await press(next)
  await page.waitForURL('**/setup/share')
  await see('6 share')
  if (inputs > mostInputs) problems.push(`${tag}: ${inputs} inputs, want ${mostInputs} at most`)
  const seconds = Math.round((Date.now() - began) / 1000)

  const shop = await page.inputValue('#address')

  // The office knows what comes next, and that nothing needs anybody.
  await page.goto(base + '/office')
  if (!(await page.textContent('main')).includes('Nachtgold')) problems.push(`${tag}: Home does not know the event`)
  await see('7 home')

  // A buyer finds it.
  const buyer = await (await browser.newContext({ locale })).newPage()
  await buyer.goto(shop)
  if (!(await buyer.textContent('main')).includes('Reduced')) problems.push(`${tag}: the event sells nothing`)
  await buyer.click('.rows .row-do button, .rows .row-do .button')
  await buyer.waitForLoadState()
  if (!/28/.test(await buyer.textContent('body'))) problems.push(`${tag}: nothing lies in the basket`)
  if ((await fetch(address, { redirect: 'manual' })).status !== 303) problems.push(`${tag}: the code is good twice`)
  console.log(`${tag}: ${inputs} inputs, ${seconds} s`)
  await context.close()
  const ended = new Promise((r) => server.on('exit', r))
  server.kill('SIGTERM')
  await ended
}

try {
  await stranger({ width: 1280 })
  await stranger({ width: 360, scripts: false })
  if (!heart || shots) {
    await stranger({ width: 360, locale: 'de', scheme: 'dark' })
    await stranger({ width: 1280, locale: 'fr', scheme: 'dark', timezone: 'Europe/Paris' })
    await stranger({ width: 360, locale: 'fr' })
    await stranger({ width: 1280, locale: 'de' })
  }
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
}
if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(1)
}
