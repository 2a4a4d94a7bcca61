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

/**
 * The bar at the foot of a form says how many changes wait, and leaving asks while some do; where
 * something new is made it is there from the beginning. What is right again is not red any more.
 */
export function saving(within: ParentNode): void {
  for (const form of within.querySelectorAll<HTMLFormElement>('form[data-form]')) {
    const bar = form.querySelector<HTMLElement>('[data-save]')
    const refused = form.querySelector('[aria-invalid]') !== null
    const before = held(form)
    let sent = false
    const tell = (): void => {
      const n = changes(before, held(form))
      form.dataset['waits'] = String(n)
      if (!bar) return
      bar.hidden = n === 0 && !refused && form.dataset['form'] !== 'new'
      const words = (n === 1 ? bar.dataset['one'] : bar.dataset['many']) ?? ''
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
    form.addEventListener('submit', () => { sent = true })
    addEventListener('beforeunload', (e) => {
      if (!sent && form.isConnected && changes(before, held(form)) > 0) e.preventDefault()
    })
    tell()
  }
}
