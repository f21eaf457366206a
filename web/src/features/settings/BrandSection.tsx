import { Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { brandScale } from '@/app/palette'
import { useSite } from '@/app/site'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import classes from './BrandSection.module.css'
import { type Fields, isColor } from './values'

/** The company's colour. The whole page wears it while it is chosen. */
export function BrandSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation('settings')
  const { domain } = useSite()
  const color = fields.values.brand_color
  usePreview(color)
  return (
    <FormSection title={t('color.title')} text={t('color.text')}>
      <TextInput
        {...fields.text('brand_color')}
        {...HALF}
        label={t('color.label')}
        maxLength={7}
        required
        rightSectionWidth="2.75rem"
        rightSection={
          <input
            type="color"
            className={classes.well}
            aria-label={t('color.choose')}
            value={(isColor(color) ? color : domain.brand_color).toLowerCase()}
            onChange={(event) => fields.set('brand_color', event.currentTarget.value)}
          />
        }
      />
      <Group gap="sm" aria-hidden inert>
        <Button size="compact-md">{t('color.sample')}</Button>
        <Button size="compact-md" variant="light">
          {t('color.sample')}
        </Button>
        <Text c="brand" fw={600}>
          {t('color.sample')}
        </Text>
      </Group>
    </FormSection>
  )
}

function usePreview(color: string) {
  useEffect(() => {
    if (!isColor(color)) return
    const { style } = document.documentElement
    const names = brandScale(color).map((shade, at) => {
      style.setProperty(`--brand-${at}`, shade)
      return `--brand-${at}`
    })
    return () => {
      for (const name of names) style.removeProperty(name)
    }
  }, [color])
}
