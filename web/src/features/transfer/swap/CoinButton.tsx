import { coinColour } from '../../../format/coinColour.ts'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { VisuallyHidden } from '@tickmark/ui/base/VisuallyHidden.tsx'

/** A currency that can be changed: opens a sheet with the others. */
export function CoinButton({ code, label, onPress }: { code: string; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className="mb-1 flex min-h-11 flex-none items-center gap-2 rounded-full bg-well ps-1.5 pe-3 text-15 font-semibold"
    >
      <CoinIcon symbol={code} colour={coinColour(code)} size={30} />
      <span aria-hidden="true">{code}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
      <Icon name="chevronDown" size={16} className="text-ink-2" />
    </button>
  )
}
