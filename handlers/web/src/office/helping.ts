/** Where it is kept that single letters do nothing, for whom they get in the way. */
const kept = 'letters'

/** Whether a single letter is a key. */
export function letters(): boolean {
  try {
    return localStorage.getItem(kept) !== 'off'
  } catch {
    return true
  }
}

function keep(on: boolean): void {
  try {
    if (on) localStorage.removeItem(kept)
    else localStorage.setItem(kept, 'off')
  } catch {
    // Where nothing can be kept, it holds until the page is left.
  }
}

/** All keys of the office, and the switch that turns the single ones off: from the menu of the company, or with ?. */
export function helping(): void {
  const made = document.querySelector<HTMLTemplateElement>('template[data-help]')
  if (!made) return
  for (const button of document.querySelectorAll<HTMLElement>('[data-helps]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const menu = button.closest('details')
      if (menu) menu.open = false
      open(made)
    })
  }
}

export function open(made = document.querySelector<HTMLTemplateElement>('template[data-help]')): void {
  const dialog = (made?.content.cloneNode(true) as DocumentFragment | undefined)?.querySelector('dialog')
  if (!dialog) return
  const before = document.activeElement
  document.body.append(dialog)
  const single = dialog.querySelector('input')
  if (single) {
    single.checked = letters()
    single.addEventListener('change', () => keep(single.checked))
  }
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (before instanceof HTMLElement && before.checkVisibility()) before.focus()
    else document.querySelector<HTMLElement>('.who')?.focus()
  })
  dialog.addEventListener('click', (e) => {
    if (e.target === dialog || (e.target as Element).closest('[data-close]')) dialog.close()
  })
  dialog.showModal()
}
