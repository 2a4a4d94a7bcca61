/** Tickets stand side by side on a phone, one to a view, and show without a network after
    one visit. */
export function tickets(): void {
  const list = document.querySelector<HTMLElement>('[data-tickets]')
  if (!list) return
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/orders/offline.js').catch(() => {})
  if (list.children.length < 2) return
  list.classList.add('swipe')
  list.tabIndex = 0 // the arrow keys scroll it
  const dots = document.createElement('div')
  dots.className = 'dots'
  const buttons = Array.from(list.children, (ticket, i) => {
    const dot = document.createElement('a')
    dot.href = '#' + ticket.id
    dot.setAttribute('aria-label', ticket.querySelector('.ticket-number')?.textContent ?? String(i + 1))
    dots.append(dot)
    return dot
  })
  list.before(dots)
  const seen = new IntersectionObserver((all) => {
    for (const one of all) {
      const i = Array.prototype.indexOf.call(list.children, one.target)
      buttons[i]?.toggleAttribute('aria-current', one.isIntersecting)
    }
  }, { root: list, threshold: 0.6 })
  for (const ticket of list.children) seen.observe(ticket)
}

/** A page that was kept says from when it is. */
const saved = document.documentElement.dataset.kept
const note = document.querySelector<HTMLElement>('[data-saved]')
if (saved && note) {
  note.textContent = (note.dataset.saved ?? '').replace('{time}', new Date(saved).toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit' }))
  note.hidden = false
}
