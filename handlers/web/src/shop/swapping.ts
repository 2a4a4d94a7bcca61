import { say } from './say'

/** The parts of a page that a change in the basket concerns. */
const parts = ['offers', 'side']

/** Takes the parts of a new page over into this one, and keeps the focus where it was. */
function take(html: string): void {
  const fresh = new DOMParser().parseFromString(html, 'text/html')
  const wrap = document.querySelector('.event')
  const newWrap = fresh.querySelector('.event')
  if (!wrap || !newWrap) {
    location.reload()
    return
  }
  const row = document.activeElement?.closest<HTMLElement>('.row')?.id
  const value = document.activeElement?.getAttribute('value')
  wrap.className = newWrap.className
  for (const id of parts) {
    const from = fresh.getElementById(id)
    const to = document.getElementById(id)
    if (from && to) to.replaceWith(document.adoptNode(from))
  }
  if (!row) return
  const now = document.getElementById(row)
  if (!now) document.querySelector<HTMLElement>('#side .stub-bar .button')?.focus() // it was the last one
  const same = now?.querySelector<HTMLElement>(`button[value="${value === 'less' ? 'less' : 'more'}"]:not([disabled])`)
  ;(same ?? now?.querySelector<HTMLElement>('button:not([disabled]), a'))?.focus()
  const problem = now?.querySelector('[role=alert]')
  if (!problem) say(now?.querySelector('output')?.getAttribute('aria-label') ?? '')
}

/** Reads the page anew, and takes over what changed. */
export async function refresh(): Promise<void> {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  if (answer.ok) take(await answer.text())
}

let last: Promise<void> = Promise.resolve()

/** Forms of rows are sent one after the other, without a new page. */
export function swapping(): void {
  document.addEventListener('submit', (e) => {
    const form = e.target as HTMLFormElement
    if (!form.matches('[data-swap]')) return
    e.preventDefault()
    const body = new URLSearchParams(new FormData(form, e.submitter) as unknown as Record<string, string>)
    e.submitter?.setAttribute('aria-disabled', 'true')
    last = last.then(() => send(form, body)).catch(() => form.submit())
  })
}

async function send(form: HTMLFormElement, body: URLSearchParams): Promise<void> {
  const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'text/html' } })
  if (answer.ok || [422, 429].includes(answer.status)) take(await answer.text())
  else location.reload()
}
