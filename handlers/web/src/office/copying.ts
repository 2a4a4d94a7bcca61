/** Buttons that copy what stands in a field. */
export function copying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const field = document.getElementById(button.dataset['copy'] ?? '') as HTMLInputElement | null
    if (!field || !navigator.clipboard) continue
    button.hidden = false
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(field.value).then(() => {
        const words = button.querySelector('span')
        if (words) words.textContent = button.dataset['done'] ?? ''
        button.setAttribute('aria-live', 'polite')
      })
    })
    field.addEventListener('focus', () => field.select())
  }
}
