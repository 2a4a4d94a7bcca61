/**
 * Opens a page beside the one that it was asked for on. Where that fails, or somebody wants it in
 * a tab of its own, the link leads there as any other.
 */
export function sheets(opened: (part: Element) => void): void {
  document.addEventListener('click', (e) => {
    const link = (e.target as Element).closest<HTMLAnchorElement>('a[data-sheet]')
    if (!link || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey) return
    e.preventDefault()
    void open(link, opened).catch(() => location.assign(link.href))
  })
}

async function open(link: HTMLAnchorElement, opened: (part: Element) => void): Promise<void> {
  const answer = await fetch(link.href, { headers: { Accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const part = page.querySelector('[data-sheet-part]')
  if (!answer.ok || answer.redirected || !part) throw new Error('no sheet')
  const sheet = document.createElement('dialog')
  sheet.className = link.dataset['sheet'] === 'wide' ? 'sheet wide' : 'sheet'
  const heading = part.querySelector('h1')
  if (heading) {
    heading.id = 'sheet-title'
    sheet.setAttribute('aria-labelledby', heading.id)
  }
  sheet.append(document.adoptNode(part), closer())
  document.querySelector('main')?.append(sheet)
  sheet.addEventListener('close', () => {
    sheet.remove()
    link.focus()
  })
  sheet.addEventListener('cancel', (e) => { if (!leaves(sheet)) e.preventDefault() })
  sheet.addEventListener('click', (e) => {
    const away = (e.target as Element).closest('[data-close]') ?? (e.target === sheet && beside(sheet, e))
    if (!away) return
    e.preventDefault()
    if (leaves(sheet)) sheet.close()
  })
  opened(sheet)
  sheet.showModal()
}

/** Whether a press was beside the sheet. */
function beside(sheet: HTMLDialogElement, e: MouseEvent): boolean {
  const at = sheet.getBoundingClientRect()
  return e.clientX < at.left || e.clientX > at.right || e.clientY < at.top || e.clientY > at.bottom
}

/** Whether the sheet may go: not while changes wait in it. */
function leaves(sheet: HTMLDialogElement): boolean {
  const waits = sheet.querySelector<HTMLElement>('form[data-form]')?.dataset['waits'] ?? '0'
  if (waits === '0') return true
  sheet.querySelector<HTMLElement>('[data-save], .b.main')?.scrollIntoView({ block: 'nearest' })
  return false
}

function closer(): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'ib close'
  button.dataset['close'] = ''
  button.setAttribute('aria-label', document.querySelector<HTMLElement>('[data-closing]')?.dataset['closing'] ?? 'Esc')
  button.innerHTML = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg>'
  return button
}
