import { useStore } from '@tickmark/client/observable.ts'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { factorAwaited } from '../api/freshFactor.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useOperator } from '../session/operator.ts'
import { Factor } from './Factor.tsx'

/** Opens when an action needs a fresh second factor; once given, the action runs unchanged. */
export function FactorSheet() {
  const { t } = useTranslation('gate')
  const operator = useOperator()
  const answer = useStore(factorAwaited)
  return (
    <Sheet open={answer !== null} onClose={() => answer?.(false)} title={t('fresh')}>
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">{t('freshDetail')}</p>
        {operator && <Factor factors={operator.factors} onShown={() => answer?.(true)} />}
      </div>
    </Sheet>
  )
}
