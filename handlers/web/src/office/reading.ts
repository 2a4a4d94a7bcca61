/** Files whose text goes into a field, as if it had been pasted. Older banks write in an encoding of their own. */
export function reading(root: ParentNode): void {
  for (const line of root.querySelectorAll<HTMLElement>('[data-into]')) {
    const field = line.closest('form')?.elements.namedItem(line.dataset['into'] ?? '') as HTMLTextAreaElement | null
    const file = line.querySelector<HTMLInputElement>('input[type=file]')
    if (!field || !file) continue
    line.hidden = false
    file.addEventListener('change', () => {
      const chosen = file.files?.[0]
      if (chosen) void chosen.arrayBuffer().then((bytes) => { field.value = textOf(bytes); field.focus() })
    })
  }
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
