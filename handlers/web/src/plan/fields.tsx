import { useId } from 'preact/hooks'

interface Field { label: string; value: string; set: (to: string) => void }

export function Text({ label, value, set }: Field) {
  const id = useId()
  return <div class="field"><label for={id}>{label}</label><input class="input" id={id} value={value} maxLength={100} dir="auto" onChange={(e) => set(e.currentTarget.value)} /></div>
}

export function Count({ label, value, set, min = 1, max = 500 }: { label: string; value: number; set: (to: number) => void; min?: number; max?: number }) {
  const id = useId()
  return <div class="field"><label for={id}>{label}</label><input class="input num" type="number" id={id} value={value} min={min} max={max} onChange={(e) => {
    const n = e.currentTarget.valueAsNumber
    if (Number.isFinite(n)) set(Math.min(max, Math.max(min, Math.round(n))))
  }} /></div>
}

export function Choice({ label, value, set, all }: Field & { all: [string, string][] }) {
  const id = useId()
  return <div class="field"><label for={id}>{label}</label><select class="input" id={id} value={value} onChange={(e) => set(e.currentTarget.value)}>{all.map(([v, text]) => <option value={v} key={v}>{text}</option>)}</select></div>
}
