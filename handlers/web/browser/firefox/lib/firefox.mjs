// A Firefox as Debian has it, for tests: over WebDriver BiDi, which needs nothing but the browser
// itself. FIREFOX names another browser.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const program = path.resolve(process.argv[2] ?? './marquee')
/** Where what a test leaves behind is, until it ends. */
export const folder = await mkdtemp(path.join(tmpdir(), 'marquee-firefox-'))
const running = []

/** Starts a program and waits until it says what is waited for. */
export function start(command, args, waits, began = () => {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  began(child)
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
export async function firefox(scripts) {
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
export async function windowOf({ tell }, width) {
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
    enter: () => tell('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: [{ type: 'keyDown', value: '\uE007' }, { type: 'keyUp', value: '\uE007' }] }] }),
    async type(selector, text) {
      await this.click(selector)
      await ask((s) => { document.querySelector(s).value = '' }, selector)
      await tell('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: [...text].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) }] })
    },
  }
}

/** Whether the browser said that something is wrong, or asked another origin for anything. */
export const faults = ({ events }, base) => events.filter((e) => e.method === 'log.entryAdded' && e.params.level === 'error').map((e) => e.params.text)
  .concat(events.filter((e) => e.method === 'network.beforeRequestSent' && !e.params.request.url.startsWith(base) && !/^(data|about|blob):/.test(e.params.request.url)).map((e) => `asks for ${e.params.request.url}`))

/** Waits until the program serves. */
export async function serves(base) {
  while (!(await fetch(base + '/healthz').then((r) => r.ok, () => false))) await new Promise((r) => setTimeout(r, 100))
}

/** Ends all that was started. */
export async function end() {
  for (const child of running) {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
  }
  await new Promise((r) => setTimeout(r, 500))
  await rm(folder, { recursive: true, force: true })
}
