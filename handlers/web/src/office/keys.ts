import { letters, open } from './helping'

/** Whether somebody is writing. */
function writing(): boolean {
  const at = document.activeElement
  return at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))
}

/** The form that keys are for: that of the sheet that is open, else that of the page. */
function form(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>('dialog[open] form[data-form]') ?? document.querySelector<HTMLFormElement>('form[data-form]')
}

let leader = 0

/**
 * ⌘S saves, ⌘Z takes back what was just done, ? shows all keys. N makes something, E changes it, / finds on
 * the page or everywhere, G and a letter go to a place: H is Home.
 */
export function keys(): void {
  document.addEventListener('keydown', (e) => {
    const key = e.key.toLowerCase()
    if ((e.metaKey || e.ctrlKey) && key === 's') {
      const f = form()
      if (!f) return
      e.preventDefault()
      f.requestSubmit()
      return
    }
    if (writing() || document.querySelector('dialog[open]')) return
    const undo = document.querySelector<HTMLElement>('[data-note] button')
    if ((e.metaKey || e.ctrlKey) && key === 'z' && !e.shiftKey && undo) {
      e.preventDefault()
      undo.click()
      return
    }
    if (e.metaKey || e.ctrlKey || e.altKey || !letters()) return
    if (key === '?') {
      e.preventDefault()
      open()
      return
    }
    if (Date.now() - leader < 1000) {
      leader = 0
      const to = document.querySelector<HTMLAnchorElement>(`a[data-go="${CSS.escape(key)}"]`)
      if (to) location.assign(to.href)
      return
    }
    if (key === 'g') {
      leader = Date.now()
      return
    }
    const target = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? (key === '/' ? document.querySelector<HTMLElement>('[data-find]') : null)
    if (!target) return
    e.preventDefault()
    if (target instanceof HTMLInputElement) target.focus()
    else target.click()
  })
}
