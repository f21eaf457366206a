import { Anchor, Checkbox, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { legalPage } from '@/context/legal-page'
import { useSite } from '@/context/site'
import { FormSection } from '@/ui/form/ResourceForm'
import type { Fields } from './useFields'

/** Terms and privacy notice that the applicant accepts; nothing where the company asks for none. */
export function ConsentSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation('register')
  const { domain } = useSite()
  const asked = domain.legal.filter(({ asks }) => asks)
  if (asked.length === 0) return null
  return (
    <FormSection title={t('consent.title')}>
      {asked.map(({ kind, version }) => {
        const field = `accepted_${kind}` as const
        return (
          <Group key={kind} gap="xs">
            <Checkbox
              {...fields.at(field)}
              label={kind === 'terms' ? t('consent.terms') : t('consent.privacy')}
              checked={fields.values[field] === version}
              onChange={(event) => fields.set(field, event.currentTarget.checked ? version : null)}
            />
            <Anchor href={legalPage(kind)} target="_blank" size="sm">
              {kind === 'terms' ? t('consent.readTerms') : t('consent.readPrivacy')}
            </Anchor>
          </Group>
        )
      })}
    </FormSection>
  )
}
