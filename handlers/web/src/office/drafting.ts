/**
 * What was typed is not lost where the network goes away: a form is not sent while there is none, and
 * one that was sent without an answer is filled in again when its page comes back. It is kept in this
 * tab alone, for whoever is signed in, and never with a password, a key or a file.
 */
interface Draft { who: string; at: number; fields: [string, string][] }

const key = 'drafts'
/** How long one is kept, in milliseconds. */
const life = 3_600_000

function all(): Record<string, Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, Draft>
  } catch {
    return {}
  }
}

function keep(drafts: Record<string, Draft>): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(drafts))
  } catch {
    // Where nothing can be kept, the page works as it does without scripts.
  }
}

export function drafting(): void {
  const frame = document.querySelector<HTMLElement>('[data-who]')
  if (!frame) return
  const who = frame.dataset['who']!
  document.addEventListener('submit', (e) => {
    if (navigator.onLine) return
    e.preventDefault()
    say(frame.dataset['offline'] ?? '')
  }, true)
  document.addEventListener('submit', (e) => {
    const form = e.target as HTMLFormElement
    const action = form.getAttribute('action')
    if (e.defaultPrevented || form.method !== 'post' || !action || e.submitter?.getAttribute('formmethod') === 'get') return
    if (form.dataset['waits'] === undefined || form.dataset['waits'] === '0') return
    const fields = [...new FormData(form)].filter((one): one is [string, string] => typeof one[1] === 'string' && typed(form, one[0]))
    keep({ ...all(), [action]: { who, at: Date.now(), fields } })
  })
  again(who, frame.dataset['unsent'] ?? '')
}

/** Whether a field is one that somebody sees and fills in, and may be kept. */
function typed(form: HTMLFormElement, name: string): boolean {
  return [...form.elements].some((e) => (e as HTMLInputElement).name === name && !['password', 'hidden', 'file'].includes((e as HTMLInputElement).type)) && !/key$|secret|token|certificate/i.test(name)
}

/** Fills in what was sent and never answered. A page that says something of it was the answer. */
function again(who: string, words: string): void {
  const answered = new URL(location.href).searchParams.has('note') || document.querySelector('[data-problems], [data-kept], .proof') !== null
  const drafts = answered ? {} : all()
  for (const [action, draft] of Object.entries(drafts)) {
    const form = [...document.querySelectorAll<HTMLFormElement>('form[method=post]')].find((form) => form.getAttribute('action') === action)
    const good = draft.who === who && Date.now() - draft.at < life
    if (good && !form) continue
    delete drafts[action]
    if (!good || !form) continue
    fill(form, draft.fields)
    form.dispatchEvent(new Event('input', { bubbles: true }))
    say(words)
  }
  keep(drafts)
}

function fill(form: HTMLFormElement, fields: [string, string][]): void {
  const left = [...fields]
  for (const element of form.elements) {
    const field = element as HTMLInputElement
    if (!field.name || !typed(form, field.name) || ['hidden', 'submit'].includes(field.type)) continue
    const ticks = field.type === 'checkbox' || field.type === 'radio'
    const at = left.findIndex(([name, value]) => name === field.name && (!ticks || value === field.value))
    if (ticks) field.checked = at >= 0
    else if (at >= 0) field.value = left[at]![1]
    if (at >= 0) left.splice(at, 1)
  }
}

/** Says something above the page. */
function say(words: string): void {
  const main = document.querySelector('main')
  if (!main) return
  main.querySelector('[data-said]')?.remove()
  const banner = document.createElement('div')
  banner.className = 'banner warn'
  banner.setAttribute('role', 'alert')
  banner.dataset['said'] = ''
  const text = document.createElement('p')
  text.textContent = words
  banner.append(text)
  main.prepend(banner)
  banner.scrollIntoView({ block: 'nearest' })
}
