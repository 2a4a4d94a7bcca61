import { render } from 'preact'
import { Editor } from './editor'
import { words } from './words'
import type { Doc } from './doc'

/** The text of the plan becomes a drawing. What is saved is that text, as without scripts. */
const place = document.querySelector<HTMLElement>('[data-plan]')
const text = document.querySelector<HTMLTextAreaElement>('textarea[data-plan-text]')
if (place && text) {
  try {
    const doc = JSON.parse(text.value) as Doc
    const field = text.closest<HTMLElement>('[data-plan-field]')
    if (field) field.hidden = true
    let changed = false
    let latest = doc
    const form = text.form
    render(<Editor start={doc} say={words(document.documentElement.lang)} change={(now, unsaved) => {
      changed = unsaved
      latest = now
    }} />, place)
    form?.addEventListener('submit', () => {
      changed = false
      text.value = JSON.stringify(latest)
    })
    addEventListener('beforeunload', (e) => { if (changed) e.preventDefault() })
  } catch {
    // What cannot be read is put right as a text.
  }
}
