import type { TaxRuleRecord } from '@/api/schema'

/** Terms of a rule, supplied or own. */
export type RuleTerms = Omit<TaxRuleRecord, 'id' | 'own' | 'changed' | 'updated_at' | 'version' | 'can'>
