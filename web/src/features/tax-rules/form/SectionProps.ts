import type { TiedFields } from '@/ui/fields/useTiedFields'
import type { RuleValues } from './values'

export type SectionProps = { fields: TiedFields<RuleValues> }
