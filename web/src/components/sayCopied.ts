import { t } from '../i18n/i18n.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

/** Reports that text was copied, or that the browser refused. */
export function sayCopied(done: boolean): void {
  toast(t(done ? 'shell:words.copied' : 'shell:notCopied'), { tone: done ? 'good' : 'wrong' })
}
