// Buys a ticket with Firefox, on a phone and at a desk, with and without scripts, as Debian has
// it: over WebDriver BiDi, which needs nothing but the browser itself.
//
//	node --experimental-websocket browser/firefox/buy.mjs ./marquee
//
// FIREFOX names another browser.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const program = path.resolve(process.argv[2] ?? './marquee')
const folder = await mkdtemp(path.join(tmpdir(), 'marquee-firefox-'))
const running = []

/** Starts a program and waits until it says what is waited for. */
function start(command, args, waits) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (b) => {
      const found = waits.exec((said += b))
      if (found) resolve(found[1])
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', reject)
    child.on('exit', () => reject(new Error(said)))
  })
}

/** The browser, with scripts or without: what it is told, and what it says by itself. */
async function firefox(scripts) {
  const profile = await mkdtemp(path.join(folder, 'profile-'))
  await writeFile(path.join(profile, 'user.js'), `user_pref('javascript.enabled', ${scripts});\nuser_pref('intl.accept_languages', 'en');\nuser_pref('network.captive-portal-service.enabled', false);\n`)
  const at = await start(process.env.FIREFOX ?? 'firefox-esr', ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], /WebDriver BiDi listening on (ws:\S+)/)
  const socket = new WebSocket(at + '/session')
  await new Promise((done, failed) => Object.assign(socket, { onopen: done, onerror: failed }))
  const asked = new Map(), events = []
  let last = 0
  socket.onmessage = ({ data }) => {
    const m = JSON.parse(data)
    if (m.type === 'event') return events.push(m)
    const { resolve, reject } = asked.get(m.id)
    if (m.type === 'error') reject(new Error(`${m.error}: ${m.message}`))
    else resolve(m.result)
  }
  const tell = (method, params) => new Promise((resolve, reject) => {
    asked.set(++last, { resolve, reject })
    socket.send(JSON.stringify({ id: last, method, params }))
  })
  await tell('session.new', { capabilities: {} })
  await tell('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] })
  return { tell, events }
}

/** One window of it. */
async function windowOf({ tell }, width) {
  const { context } = (await tell('browsingContext.getTree', {})).contexts[0]
  await tell('browsingContext.setViewport', { context, viewport: { width, height: 800 } })
  // What looks into the page runs beside the page's own scripts, also where it may have none.
  const ask = async (does, ...args) => {
    const { result, exceptionDetails } = await tell('script.callFunction', {
      functionDeclaration: String(does), arguments: args.map((value) => ({ type: 'string', value })), target: { context, sandbox: 'look' }, awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result?.value
  }
  const until = async (what, does, ...args) => {
    for (let n = 0; n < 300; n++) {
      const found = await ask(does, ...args).catch(() => false) // a page may be on its way
      if (found) return found
      await new Promise((r) => setTimeout(r, 100))
    }
    throw new Error(`${await ask(() => location.href)}: ${what}`)
  }
  return {
    ask, until,
    goto: (url) => tell('browsingContext.navigate', { context, url, wait: 'complete' }),
    shows: (selector) => until(`no ${selector}`, (s) => document.querySelector(s) !== null, selector),
    async click(selector) {
      await until(`no ${selector}`, (s) => document.querySelector(s) !== null, selector)
      await ask((s) => document.querySelector(s).scrollIntoView({ block: 'center' }), selector)
      const [x, y] = (await ask((s) => { const b = document.querySelector(s).getBoundingClientRect(); return `${b.x + b.width / 2} ${b.y + b.height / 2}` }, selector)).split(' ').map(Math.round)
      await tell('input.performActions', { context, actions: [{ type: 'pointer', id: 'finger', actions: [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }] }] })
    },
    async type(selector, text) {
      await this.click(selector)
      await ask((s) => { document.querySelector(s).value = '' }, selector)
      await tell('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: [...text].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) }] })
    },
  }
}

/** The whole way from the event to the tickets. */
async function buys(browser, base, width) {
  const page = await windowOf(browser, width), shop = base + '/shop/lakeside-festival'
  const fits = async (where) => assert.equal(await page.ask(() => String(document.documentElement.scrollWidth - innerWidth > 0)), 'false', `${where} is too wide`)
  await page.goto(shop)
  await fits('the front page')
  await page.goto(shop + '/events/1')
  await fits('the event')
  await page.click('#i1 button[value=more]')
  await page.until('nothing in the basket', () => document.querySelector('#i1 output')?.textContent.trim() === '1')
  await page.goto(shop + '/checkout')
  await fits('the checkout')
  await page.type('#email', 'zoe@example.org')
  await page.type('#name', 'Zoé Lefèvre')
  await page.click('.checkout-do .button')
  await page.shows('#card')
  await page.type('#card', '4000 0000 0000 0002')
  await page.click('.checkout-do .button')
  await page.shows('.banner.bad')
  await page.type('#card', '4242 4242 4242 4242')
  await page.click('.checkout-do .button')
  await page.shows('.ticket')
  await fits('the order')
  assert.match(await page.ask(() => document.querySelector('h1').textContent), /See you there, Zoé/)
}

try {
  const base = await start(program, ['serve', '--demo', '--data', path.join(folder, 'data'), '--listen', '127.0.0.1:0'], /Marquee is open at (http:\/\/127\.0\.0\.1:\d+)/)
  while (!(await fetch(base + '/healthz').then((r) => r.ok, () => false))) await new Promise((r) => setTimeout(r, 100))
  for (const scripts of [true, false]) {
    const browser = await firefox(scripts)
    for (const width of [360, 1280]) await buys(browser, base, width)
    const bad = browser.events.filter((e) => e.method === 'log.entryAdded' && e.params.level === 'error').map((e) => e.params.text)
      .concat(browser.events.filter((e) => e.method === 'network.beforeRequestSent' && !e.params.request.url.startsWith(base) && !/^(data|about):/.test(e.params.request.url)).map((e) => `asks for ${e.params.request.url}`))
    assert.deepEqual(bad, [])
    console.log(`bought with Firefox, ${scripts ? 'with' : 'without'} scripts`)
  }
} finally {
  for (const child of running) {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
  }
  await new Promise((r) => setTimeout(r, 500))
  await rm(folder, { recursive: true, force: true })
}
