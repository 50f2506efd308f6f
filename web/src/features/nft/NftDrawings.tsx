import { Drawing, ROUND } from '@tickmark/ui/chart/Drawing.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'

const ROWS = [
  { number: '1040', holder: '0x3f…a9' },
  { number: '1041', holder: '0x8a…17' },
  { number: '1042', holder: '0xc4…5e' },
]
const POINTED = 1
const TOP = 34
const ROW = 36

/** A ledger of token ids and owners; one line points to a picture outside the ledger. */
export function LedgerDrawing() {
  const { t } = useTranslation('nft')
  const middle = TOP + ROW * (POINTED + 0.5)
  return (
    <Drawing label={t('draw.ledger')} height={152}>
      <rect
        x={1}
        y={6}
        width={206}
        height={138}
        rx={10}
        className="fill-sheet stroke-rule"
        strokeWidth={1.4}
      />
      <rect x={1.7} y={TOP + ROW * POINTED} width={204.6} height={ROW} className="fill-brand-wash" />
      <text x={16} y={26} className="fill-ink-3 text-11">
        {t('draw.number')}
      </text>
      <text x={192} y={26} textAnchor="end" className="fill-ink-3 text-11">
        {t('draw.holder')}
      </text>
      {ROWS.map(({ number, holder }, at) => (
        <g key={number}>
          <line x1={1} x2={207} y1={TOP + ROW * at} y2={TOP + ROW * at} className="stroke-rule" />
          <text x={16} y={TOP + ROW * at + 22} className="fill-ink text-13 font-medium">
            {number}
          </text>
          <text x={192} y={TOP + ROW * at + 22} textAnchor="end" className="fill-ink-2 font-mono text-12">
            {holder}
          </text>
        </g>
      ))}
      <path
        d={`M212 ${middle}H250M244 ${middle - 5}l6 5l-6 5`}
        className="stroke-brand"
        strokeWidth={1.6}
        {...ROUND}
        strokeDasharray="1 5"
      />
      <Picture x={258} y={middle - 42} size={84} />
      <text x={300} y={middle + 60} textAnchor="middle" className="fill-ink-2 text-11">
        {t('draw.picture')}
      </text>
    </Drawing>
  )
}

/** A made-up picture: a tick over two hills. */
function Picture({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 84})`}>
      <rect
        width={84}
        height={84}
        rx={10}
        className="fill-well stroke-edge"
        strokeWidth={1.4}
        strokeDasharray="4 4"
      />
      <circle cx={60} cy={24} r={8} className="fill-caution opacity-60" />
      <path d="M8 70L30 40L46 60L58 48L76 70Z" className="fill-brand opacity-30" />
      <path d="M26 34l8 8l16-18" className="stroke-ink" strokeWidth={3} {...ROUND} />
    </g>
  )
}

const STEPS = ['entry', 'description', 'picture'] as const

/** The chain of links from entry to description to picture. */
export function PathDrawing() {
  const { t } = useTranslation('nft')
  return (
    <Drawing label={t('draw.path')} height={84}>
      {STEPS.map((step, at) => {
        const x = 1 + at * 124
        return (
          <g key={step}>
            <rect
              x={x}
              y={2}
              width={100}
              height={52}
              rx={10}
              className="fill-sheet stroke-rule"
              strokeWidth={1.4}
            />
            {step === 'entry' && (
              <path
                d={`M${x + 30} 20h40M${x + 30} 28h26M${x + 30} 36h34`}
                className="stroke-brand"
                strokeWidth={1.8}
                {...ROUND}
              />
            )}
            {step === 'description' && (
              <path
                d={`M${x + 40} 16c-6 0 -3 12 -9 12c6 0 3 12 9 12M${x + 60} 16c6 0 3 12 9 12c-6 0 -3 12 -9 12M${x + 47} 28h.01M${x + 53} 28h.01`}
                className="stroke-brand"
                strokeWidth={1.8}
                {...ROUND}
              />
            )}
            {step === 'picture' && <Picture x={x + 31} y={9} size={38} />}
            <text x={x + 50} y={74} textAnchor="middle" className="fill-ink-2 text-11">
              {t(`draw.${step}`)}
            </text>
            {at < 2 && (
              <path
                d={`M${x + 104} 28h15M${x + 114} 23l5 5l-5 5`}
                className="stroke-ink-3"
                strokeWidth={1.5}
                {...ROUND}
              />
            )}
          </g>
        )
      })}
    </Drawing>
  )
}

/** Empty shelves with price tags. */
export function ShelfDrawing() {
  const { t } = useTranslation('nft')
  return (
    <Drawing label={t('draw.shelf')} height={116}>
      {[46, 100].map((y) => (
        <g key={y}>
          <path d={`M10 ${y}H340`} className="stroke-ink" strokeWidth={1.7} {...ROUND} />
          <path d={`M34 ${y}v10M316 ${y}v10`} className="stroke-ink-3" strokeWidth={1.5} {...ROUND} />
          {[70, 175, 280].map((x) => (
            <g key={x}>
              <rect
                x={x - 30}
                y={y - 38}
                width={60}
                height={38}
                rx={6}
                className="stroke-rule"
                strokeWidth={1.4}
                strokeDasharray="3 4"
              />
              <rect x={x - 11} y={y + 2} width={22} height={12} rx={3} className="fill-sheet stroke-edge" />
              <path d={`M${x - 4} ${y + 8}h8`} className="stroke-ink-3" strokeWidth={1.4} {...ROUND} />
            </g>
          ))}
        </g>
      ))}
    </Drawing>
  )
}
