let polite: HTMLElement | undefined
let assertive: HTMLElement | undefined

function region(mode: 'polite' | 'assertive'): HTMLElement {
  const e = document.createElement('div')
  e.className = 'unseen'
  e.setAttribute('aria-live', mode)
  document.body.append(e)
  return e
}

/** Tells whoever listens to the page; urgent things interrupt. */
export function say(text: string, urgent = false): void {
  const e = urgent ? (assertive ??= region('assertive')) : (polite ??= region('polite'))
  e.textContent = ''
  requestAnimationFrame(() => { e.textContent = text })
}
