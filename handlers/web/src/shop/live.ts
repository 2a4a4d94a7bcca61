import { encode } from 'uqr'
import { digitsAt, stepAt, stepMillis } from '../page/rotating'

/** How far a clock may be off before it is told, in milliseconds: a step. */
const worthTelling = stepMillis
const remembered = 'shop.clock'

/** How far the clock of the box office is ahead of this one, in milliseconds. */
let ahead = 0

/** The code of a ticket in a step, as a gate reads it. */
export async function codeAt(barcode: string, secret: string, step: number): Promise<string> {
  return `${barcode}.${await digitsAt(secret, step)}`
}

/** The modules of a symbol as a path, and its width with the margin. */
export function drawn(text: string): { path: string; width: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0, from = 0; x < row.length; x = ++from) {
      while (from < row.length && row[from]) from++
      if (from > x) path += `M${x} ${y}h${from - x}v1h-${from - x}z`
    }
  }
  return { path, width: size }
}

/** What the clock of the box office said when it answered at about the middle of a wait. */
export const aheadBy = (said: number, asked: number, answered: number): number => Math.round(said - (asked + answered) / 2)

interface Ticket {
  barcode: string
  secret: string
  box: HTMLElement
  step: number
}

/** Draws the codes that rotate, for as long as the page stands. Without scripts, or without
    the cryptography of a safe connection, the page says what to do instead. */
export function live(): void {
  const list = document.querySelector<HTMLElement>('[data-now]')
  if (!list || !globalThis.crypto?.subtle) return
  const tickets = Array.from(list.querySelectorAll<HTMLElement>('[data-live]'), (box): Ticket => ({ barcode: box.dataset.live!, secret: box.dataset.secret!, box, step: 0 }))
  const known = document.documentElement.dataset.kept === undefined ? setByPage(list) : setByMemory()
  tell(list, known)
  const again = () => {
    if (!document.hidden) void askClock().then((asked) => asked && tell(list, true))
  }
  addEventListener('online', again)
  document.addEventListener('visibilitychange', again)
  const tick = async (): Promise<void> => {
    for (const t of tickets) await show(t)
    setTimeout(tick, 1000 - (now() % 1000))
  }
  void tick()
}

const now = () => Date.now() + ahead

/** The page itself says what time it was when it was made. */
function setByPage(list: HTMLElement): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const began = performance.timeOrigin
  set(aheadBy(Number(list.dataset.now), began + (visit?.requestStart ?? 0), began + (visit?.responseStart || performance.now())))
  return true
}

/** A page that was kept is old: what its last visit learned counts. */
function setByMemory(): boolean {
  const kept = localStorage.getItem(remembered)
  ahead = Number(kept ?? 0)
  return kept !== null
}

/** Every answer has the time of the box office, to the second. */
async function askClock(): Promise<boolean> {
  const asked = Date.now()
  const answer = await fetch('/orders/offline.js', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  const said = Date.parse(answer?.headers.get('Date') ?? '')
  if (Number.isNaN(said)) return false
  set(aheadBy(said + 500, asked, Date.now()))
  return true
}

function set(by: number): void {
  ahead = by
  localStorage.setItem(remembered, String(by))
}

function tell(list: HTMLElement, known: boolean): void {
  const note = document.querySelector<HTMLElement>('[data-clock-note]')
  if (!note) return
  note.textContent = (!known ? list.dataset.unsure : Math.abs(ahead) > worthTelling ? list.dataset.clock : '') ?? ''
  note.hidden = note.textContent === ''
}

/** Shows the code of now, and how long it stays. */
async function show(t: Ticket): Promise<void> {
  const at = now(), step = stepAt(at)
  const find = (what: string) => t.box.querySelector<HTMLElement>(what)!
  const next = find('[data-next]')
  next.textContent = (next.dataset.next ?? '').replace('{n}', String(Math.ceil((stepMillis - (at % stepMillis)) / 1000)))
  if (step === t.step) return
  t.step = step
  const code = await codeAt(t.barcode, t.secret, step)
  const { path, width } = drawn(code)
  const symbol = t.box.querySelector('svg')!
  symbol.setAttribute('viewBox', `0 0 ${width} ${width}`)
  symbol.firstElementChild!.setAttribute('d', `M0 0h${width}v${width}H0z`)
  symbol.lastElementChild!.setAttribute('d', path)
  t.box.dataset.code = code
  find('[data-digits]').textContent = code.slice(t.barcode.length)
  find('[data-without]').hidden = true
  find('[data-shown]').hidden = false
  const left = find('.live-left b')
  for (const run of left.getAnimations()) run.cancel()
  left.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], { duration: stepMillis, delay: -(at % stepMillis), fill: 'forwards' })
}
