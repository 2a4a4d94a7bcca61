import { unsent } from './unsent'

// What somebody typed in the office in this tab is not for whoever signs in next.
try {
  sessionStorage.removeItem('drafts')
} catch {
  // Where nothing can be kept there is nothing.
}

// Shows and hides a password.
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
  const field = document.getElementById(button.dataset['reveal']!) as HTMLInputElement
  const words = button.querySelector('span')!
  button.hidden = false
  button.addEventListener('click', () => {
    const shown = field.type === 'text'
    field.type = shown ? 'password' : 'text'
    words.textContent = (shown ? button.dataset['show'] : button.dataset['hide']) ?? ''
    field.focus()
  })
}
// An address to send is chosen whole.
for (const field of document.querySelectorAll<HTMLInputElement>('input[readonly]')) field.addEventListener('focus', () => field.select())
// A phone that has scans of another gate brings them first: under its next secret they would
// be those of the next gate.
const start = document.querySelector<HTMLFormElement>('form[data-start]')
start?.addEventListener('submit', (e) => {
  e.preventDefault()
  void unsent().then((n) => {
    const warning = start.querySelector<HTMLElement>('[data-unsent]')!
    warning.hidden = n === 0
    if (n === 0) start.submit()
    else warning.scrollIntoView({ block: 'nearest' })
  })
})

