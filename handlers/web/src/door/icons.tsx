// The shapes and icons of the scanner, drawn by lines.
const line = (d: string) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={d} /></svg>
)

export const Wifi = () => line('M2.500 9.500a14 14 0 0 1 19 0M5.800 13a9 9 0 0 1 12.400 0M9 16.400a4.500 4.500 0 0 1 6 0M12 19.800v.1')
export const NoWifi = () => line('M3 3l18 18M2.500 9.500a14 14 0 0 1 4.300-2.700M10.800 6a14 14 0 0 1 10.700 3.500M5.800 13a9 9 0 0 1 4-2.300M15 11.200a9 9 0 0 1 3.200 1.800M9 16.400a4.500 4.500 0 0 1 6 0M12 19.800v.1')
export const Menu = () => line('M4 7h16M4 12h16M4 17h16')
export const Keyboard = () => line('M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM7 10v.1M10.300 10v.1M13.700 10v.1M17 10v.1M8 14h8')
export const Glass = () => line('M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16.200 16.200L21 21')
export const Torch = () => line('M8 3h8v4l-2 3v10a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V10L8 7zM8 7h8M12 13v2')
export const Cross = () => line('M6 6l12 12M18 6L6 18')
export const Tick = () => line('M5 12.500l4.700 4.700L19 7.500')
export const Lock = () => line('M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 8 0v3')
export const Code = () => line('M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2')
export const Wait = () => line('M7 3h10M7 21h10M8 3v4l4 5-4 5v4M16 3v4l-4 5 4 5v4')
export const Question = () => line('M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.1')

export const Shape = ({ of }: { of: 'tick' | 'out' | 'question' | 'hourglass' | 'cross' }) => (
  <svg class={`shape ${of}`} viewBox="0 0 120 120" aria-hidden="true" focusable="false">
    {(of === 'tick' || of === 'out') && <circle cx="60" cy="60" r="55" class="ring" />}
    {of === 'tick' && <path class="stroke" d="M34 62l19 20 34-40" />}
    {of === 'out' && <path class="stroke" d="M32 60h54M66 38l22 22-22 22" />}
    {(of === 'question' || of === 'hourglass') && <path class="solid" d="M60 2l58 58-58 58L2 60z" />}
    {of === 'question' && <path class="mark" d="M46 47a14 14 0 1 1 21 12c-5 3-7 6-7 12M60 84v1" />}
    {of === 'hourglass' && <path class="mark" d="M44 36h32M44 84h32M48 36v9l12 15-12 15v9M72 36v9L60 60l12 15v9" />}
    {of === 'cross' && <path class="solid" d="M35 2h50l33 33v50l-33 33H35L2 85V35z" />}
    {of === 'cross' && <path class="mark" d="M40 40l40 40M80 40L40 80" />}
  </svg>
)
