export interface ChartColours {
  ground: string
  ink: string
  ink2: string
  ink3: string
  rule: string
  brand: string
  onBrand: string
  up: string
  down: string
  /** Family of the page's face, for text on the canvas. */
  font: string
  /** Its size there, CSS pixels: 11 at normal text size. */
  textPx: number
}

/** Reads the tokens as they are now under `host`: a canvas knows no variables. */
export function readColours(host: HTMLElement): ChartColours {
  const probe = document.createElement('i')
  // A change that takes even a moment would be read as it was before.
  probe.style.transition = 'none'
  host.append(probe)
  const read = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const colours = {
    ground: read('ground'),
    ink: read('ink'),
    ink2: read('ink-2'),
    ink3: read('ink-3'),
    rule: read('rule'),
    brand: read('brand'),
    onBrand: read('on-brand'),
    up: read('up'),
    down: read('down'),
    font: getComputedStyle(host).fontFamily,
    textPx: Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.6875),
  }
  probe.remove()
  return colours
}

/** The same colour at an opacity from 0 to 1. */
export function faded(colour: string, opacity: number): string {
  const [red, green, blue] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return `rgba(${red ?? 0}, ${green ?? 0}, ${blue ?? 0}, ${opacity})`
}

/** Calls `changed` when theme or up/down colours change, by the system or by choice. Returns how to stop. */
export function onColours(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(changed)
  chosen.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-updown'],
  })
  system.addEventListener('change', changed)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', changed)
  }
}
