import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { legalPage } from '@/context/legal-page'
import { useSite } from '@/context/site'
import { FormSection } from '@/ui/form/ResourceForm'

/** The terms and the privacy notice in force; nothing where the company has none. */
export function LegalSection() {
  const { t } = useTranslation('account')
  const { domain } = useSite()
  if (domain.legal.length === 0) return null
  return (
    <FormSection title={t('privacy.legal.title')}>
      <Group>
        {domain.legal.map(({ kind }) => (
          <Anchor key={kind} href={legalPage(kind)} target="_blank" size="sm">
            {kind === 'terms' ? t('privacy.legal.terms') : t('privacy.legal.privacy')}
          </Anchor>
        ))}
      </Group>
    </FormSection>
  )
}
