/** The fields of a form with what they hold. */
function held(form: HTMLFormElement): Map<string, string> {
  const all = new Map<string, string>()
  for (const [name, value] of new FormData(form)) {
    if (!name.startsWith('was.')) all.set(name, (all.get(name) ?? '') + '\n' + String(value))
  }
  return all
}

/** How many fields hold something else than they did. */
export function changes(before: Map<string, string>, now: Map<string, string>): number {
  let n = 0
  for (const name of new Set([...before.keys(), ...now.keys()])) if (before.get(name) !== now.get(name)) n++
  return n
}

/** Those whose page asks before it is left. */
const watched: (() => boolean)[] = []
addEventListener('beforeunload', (e) => { if (watched.some((waits) => waits())) e.preventDefault() })

/** Whether a form came back as it was filled in: nothing of that is saved. */
function back(form: HTMLFormElement): boolean {
  return form.querySelector('[aria-invalid]') !== null || [...document.querySelectorAll<HTMLElement>('[data-kept]')].some((kept) => kept.dataset['kept'] === form.getAttribute('action'))
}

/**
 * Leaving a page asks while something typed waits in one of its forms. The bar at the foot of a form
 * says how many changes do; where something new is made it is there from the beginning. What is right
 * again is not red any more.
 */
export function saving(within: ParentNode): void {
  for (const form of within.querySelectorAll<HTMLFormElement>('form[method=post]:not([data-chosen])')) {
    const bar = form.querySelector<HTMLElement>('[data-save]')
    const refused = back(form)
    const before = held(form)
    let sent = false
    const waiting = (): number => Math.max(changes(before, held(form)), refused ? 1 : 0)
    const tell = (): void => {
      const n = waiting()
      form.dataset['waits'] = String(n)
      if (!bar) return
      bar.hidden = n === 0 && form.dataset['form'] !== 'new'
      const words = (n === 1 ? bar.dataset['single'] : bar.dataset['many']) ?? ''
      const count = bar.querySelector('[data-count]')
      if (count && n > 0) count.textContent = words.replace(/\d+/, String(n))
      for (const hidden of bar.querySelectorAll<HTMLElement>('[data-reset], [data-keys]')) hidden.hidden = n === 0
    }
    form.addEventListener('input', (e) => {
      const field = e.target as HTMLElement
      field.removeAttribute('aria-invalid')
      field.closest('.field')?.querySelector('.problem')?.remove()
      tell()
    })
    form.addEventListener('reset', () => setTimeout(tell))
    form.addEventListener('submit', (e) => { sent = !e.defaultPrevented })
    watched.push(() => !sent && form.isConnected && waiting() > 0)
    tell()
  }
}
