import { again } from './again'
import { copying } from './copying'
import { drafting } from './drafting'
import { finding } from './finding'
import { helping } from './helping'
import { hovering } from './hovering'
import { keys } from './keys'
import { lists } from './lists'
import { live } from './live'
import { moving } from './moving'
import { reading } from './reading'
import { saving } from './saving'
import { sheets } from './sheets'
import { trying } from './trying'

// Menus close where somebody presses beside them, and with Escape.
document.addEventListener('click', (e) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (!menu.contains(e.target as Node)) menu.open = false
  }
})
document.addEventListener('keydown', (e) => {
  if (e.key !== 'Escape') return
  const menu = document.querySelector<HTMLDetailsElement>('details.menu[open]')
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
})

// On a phone the pages of an event, and the ways to look at a list, are wider than the window: the one
// that is open is in sight.
for (const here of document.querySelectorAll<HTMLElement>('.nav .places [aria-current], .views [aria-current]')) {
  const strip = here.closest<HTMLElement>('.places, .views')
  if (!strip) continue
  const [one, all] = [here.getBoundingClientRect(), strip.getBoundingClientRect()]
  strip.scrollLeft += one.left + one.width / 2 - all.left - all.width / 2
}

saving(document)
drafting()

// What was done is said once: the address forgets it, and it goes after a while.
const address = new URL(location.href)
if (address.searchParams.has('note')) {
  address.searchParams.delete('note')
  history.replaceState(null, '', address)
  const note = document.querySelector<HTMLElement>('[data-note]')
  if (note) setTimeout(() => note.matches(':hover, :focus-within') || note.remove(), 10_000)
}
document.querySelector<HTMLElement>('[data-problems]')?.focus()

copying()
moving()
reading(document)
lists()
again()
keys()
finding()
helping()
live()
hovering()
trying(document)
sheets((part) => { saving(part); trying(part) })
