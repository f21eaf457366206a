import type { TaxRuleRecord } from '@/api/schema'

/** What a rule says, whoever brought it. */
export type RuleTerms = Omit<TaxRuleRecord, 'id' | 'own' | 'changed' | 'updated_at' | 'version' | 'can'>
