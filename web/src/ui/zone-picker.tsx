import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';

/** A time zone, found by typing a part of its name. One that the browser doesn't know stays while it is chosen. */
export function ZonePicker(props: Omit<SelectProps, 'data'>) {
  const own = props.value ?? 'UTC';
  const zones = useMemo(
    () => [...new Set([own, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort(),
    [own],
  );
  return (
    <Select
      data={zones}
      searchable
      allowDeselect={false}
      limit={60}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      styles={{ options: { maxHeight: '14rem', overflowY: 'auto' } }}
      {...props}
    />
  );
}
