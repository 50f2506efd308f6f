import { Drawing, ROUND } from '@tickmark/ui/chart/Drawing.tsx'

/** The scenes in order. */
export const SCENES = ['gap', 'trade', 'days', 'share', 'principal'] as const
export type SceneName = (typeof SCENES)[number]

const HEIGHT = 190

interface SceneProps {
  /** Progress of the scene, 0 to 1; at 1 it stands still. */
  at: number
}

/** One scene at one moment. It runs from left to right in every language, as the charts do. */
export function SceneDrawing({ scene, share, label }: { scene: SceneName; share: number; label: string }) {
  const Scene = DRAWINGS[scene]
  return (
    <Drawing label={label} height={HEIGHT}>
      <Scene at={share} />
    </Drawing>
  )
}

const DRAWINGS = { gap: Gap, trade: Trade, days: Days, share: Share, principal: Principal }

/** Interpolates between two numbers. */
const between = (from: number, to: number, at: number) => from + (to - from) * at
/** Progress between two moments of a scene, clamped to 0 to 1. */
const part = (at: number, from: number, to: number) => Math.min(1, Math.max(0, (at - from) / (to - from)))

function Box({ x, y, name, figure }: { x: number; y: number; name: string; figure: string }) {
  return (
    <>
      <rect x={x} y={y} width={92} height={62} rx={10} className="fill-well stroke-rule" strokeWidth={1} />
      <text x={x + 12} y={y + 24} fontSize={12} className="fill-ink-2 font-semibold">
        {name}
      </text>
      <text x={x + 12} y={y + 48} fontSize={19} className="fill-ink font-semibold">
        {figure}
      </text>
    </>
  )
}

/** Two venues, and a difference between their prices that opens. */
function Gap({ at }: SceneProps) {
  const price = 100 + 0.4 * at
  const rise = between(0, 34, at)
  return (
    <>
      <Box x={24} y={78} name="A" figure="100.00" />
      <Box x={234} y={78 - rise} name="B" figure={price.toFixed(2)} />
      <path d="M122 109H228" className="stroke-edge" strokeWidth={1.2} strokeDasharray="4 4" />
      <path d={`M175 109V${109 - rise}`} className="stroke-brand" strokeWidth={3} {...ROUND} />
      <path d={`M122 ${109 - rise}H228`} className="stroke-edge" strokeWidth={1.2} strokeDasharray="4 4" />
      <text
        x={183}
        y={113 - rise / 2}
        fontSize={12}
        strokeWidth={6}
        className="fill-brand stroke-sheet font-semibold [paint-order:stroke]"
      >
        {`+${(price - 100).toFixed(2)}`}
      </text>
    </>
  )
}

/** A simultaneous purchase at one venue and sale at the other; the rest after fees. */
function Trade({ at }: SceneProps) {
  const go = part(at, 0, 0.6)
  const end = part(at, 0.6, 1)
  return (
    <>
      <Box x={24} y={44} name="A" figure="100.00" />
      <Box x={234} y={44} name="B" figure="100.40" />
      <path d="M70 106C70 168 280 168 280 106" className="stroke-rule" strokeWidth={1.5} />
      <circle cx={between(70, 280, go)} cy={arc(go)} r={9} className="fill-brand" />
      <path d="M122 62H228" className="stroke-rule" strokeWidth={1.5} />
      <circle cx={between(228, 122, go)} cy={62} r={6} className="fill-ground stroke-brand" strokeWidth={2} />
      <g opacity={end}>
        <rect x={128} y={84} width={94} height={40} rx={20} className="fill-brand-wash" />
        <text x={175} y={111} textAnchor="middle" fontSize={19} className="fill-brand font-semibold">
          +0.30
        </text>
      </g>
    </>
  )
}

/** Height on the curve from A to B. */
function arc(at: number): number {
  const left = 1 - at
  return left ** 3 * 106 + 3 * left ** 2 * at * 168 + 3 * left * at ** 2 * 168 + at ** 3 * 106
}

/** Profits of a week: days above zero, one at zero, one below. */
const WEEK = [46, 70, 0, 58, -34, 22, 80]

function Days({ at }: SceneProps) {
  return (
    <>
      <path d="M24 128H326" className="stroke-edge" strokeWidth={1} />
      {WEEK.map((profit, day) => {
        const x = 36 + day * 41
        const grown = profit * part(at, day * 0.1, day * 0.1 + 0.4)
        if (profit === 0) {
          return (
            <circle key={x} cx={x + 16} cy={128} r={5} className="fill-sheet stroke-ink-2" strokeWidth={2} />
          )
        }
        return (
          <rect
            key={x}
            x={x}
            y={grown < 0 ? 128 : 128 - grown}
            width={32}
            height={Math.abs(grown)}
            rx={2}
            className={profit < 0 ? 'fill-down' : 'fill-brand'}
          />
        )
      })}
    </>
  )
}

/** Hosts share half of a day's profit in proportion to their amounts, up to their upper yield; the rest stays. */
function Share({ at }: SceneProps) {
  const cut = part(at, 0, 0.35)
  const flow = part(at, 0.35, 1)
  return (
    <>
      <rect x={36} y={95 - 64} width={46} height={64 - cut * 4} rx={4} className="fill-brand" />
      <rect x={36} y={95 + cut * 4} width={46} height={64 - cut * 4} rx={4} className="fill-edge" />
      {[64, 136].map((y) => (
        <text
          key={y}
          x={59}
          y={y}
          textAnchor="middle"
          fontSize={15}
          opacity={cut}
          className="fill-on-brand font-semibold"
        >
          ½
        </text>
      ))}
      {HOSTS.map(({ y, width }) => (
        <g key={y}>
          <path d={`M90 62C140 62 140 ${y + 12} 190 ${y + 12}`} className="stroke-rule" strokeWidth={1.5} />
          <rect x={196} y={y} width={width * flow} height={24} rx={4} className="fill-brand" />
        </g>
      ))}
      <path d="M318 26V164" className="stroke-ink-3" strokeWidth={1.2} strokeDasharray="4 4" />
    </>
  )
}

const HOSTS = [
  { y: 34, width: 44 },
  { y: 83, width: 78 },
  { y: 132, width: 122 },
]

/** The principal stays in a separate account during the days, and returns at the end. */
function Principal({ at }: SceneProps) {
  const days = 7
  const passed = Math.floor(part(at, 0, 0.6) * days)
  const home = part(at, 0.65, 1)
  const x = between(256, 62, home)
  return (
    <>
      <rect x={214} y={54} width={84} height={66} rx={10} className="fill-well stroke-edge" strokeWidth={2} />
      <path d="M234 54V42A22 22 0 01278 42V54" className="stroke-edge" strokeWidth={5} {...ROUND} />
      <path d="M256 88v10" className="stroke-edge" strokeWidth={4} {...ROUND} />
      <circle cx={256} cy={83} r={6} className="fill-edge" />
      <circle cx={62} cy={87} r={27} className="stroke-rule" strokeWidth={1.5} strokeDasharray="4 4" />
      <circle cx={x} cy={87} r={22} className="fill-brand" />
      <path d={`M${x - 8} 87l6 6 10-12`} className="stroke-on-brand" strokeWidth={3} {...ROUND} />
      {Array.from({ length: days }, (_, day) => (
        <rect
          key={day}
          x={38 + day * 40}
          y={148}
          width={32}
          height={8}
          rx={4}
          className={day < passed ? 'fill-brand' : 'fill-rule'}
        />
      ))}
    </>
  )
}
