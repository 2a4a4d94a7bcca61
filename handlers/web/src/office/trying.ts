/**
 * Shows what a change would do while somebody makes up their mind: the page that knows is asked
 * again after each choice, and its answer takes the place of what stood there. Without scripts a
 * button does that.
 */
const parts = ['wrong', 'will', 'do']

export function trying(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-try]')) watch(form)
}

function watch(form: HTMLFormElement): void {
  hide(form)
  let asked: AbortController | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  const ask = (): void => {
    asked?.abort()
    asked = new AbortController()
    void refresh(form, asked.signal).catch(() => undefined)
  }
  // Why it is done changes nothing of what happens: the button must not be replaced under a finger.
  const matters = (e: Event): boolean => (e.target as HTMLInputElement).name !== 'reason' && counts(form, (e.target as HTMLInputElement).name)
  form.addEventListener('change', (e) => {
    if (!matters(e)) return
    clearTimeout(later)
    ask()
  })
  form.addEventListener('input', (e) => {
    if (!matters(e)) return
    // What stands on the button is not true any more while it is worked out anew.
    form.closest('[data-sheet-part]')?.querySelectorAll<HTMLButtonElement>('#do .b.main').forEach((b) => { b.disabled = true })
    clearTimeout(later)
    later = setTimeout(ask, 400)
  })
  const all = form.querySelector<HTMLAnchorElement>('a[data-all]')
  all?.addEventListener('click', (e) => {
    e.preventDefault()
    for (const box of form.querySelectorAll<HTMLInputElement>('input[name=items]')) box.checked = true
    ask()
  })
}

/** Whether a field has a say in what is shown: of a long form only those whose names begin so. */
function counts(form: HTMLFormElement, name: string): boolean {
  return name.startsWith(form.dataset['tryOf'] ?? '')
}

async function refresh(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
  const asked = new URL(form.dataset['try'] ?? '', location.href)
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && name !== 'shown' && counts(form, name)) asked.searchParams.append(name, value)
  const answer = await fetch(asked, { headers: { Accept: 'text/html' }, signal })
  if (!answer.ok || answer.redirected) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const around = form.closest('[data-sheet-part]') ?? document
  for (const id of parts) {
    const now = around.querySelector(`#${id}`)
    const next = page.getElementById(id)
    if (!now || !next) continue
    const inside = now.contains(document.activeElement)
    now.replaceChildren(...document.adoptNode(next).childNodes)
    if (inside) now.querySelector<HTMLElement>('.b.main, a.b')?.focus()
  }
  hide(form)
}

/**
 * The button that works it out is for those without scripts. Of a form that is saved it goes: Enter
 * presses the first button of a form, hidden or not, and is to save.
 */
function hide(form: HTMLFormElement): void {
  const around = form.closest('[data-sheet-part]') ?? form
  for (const button of around.querySelectorAll<HTMLElement>('[data-work]')) {
    if (form.dataset['tryOf']) button.remove()
    else button.hidden = true
  }
}
