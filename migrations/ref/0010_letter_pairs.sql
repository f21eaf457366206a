-- Which pairs of neighbouring letters a text has, a bit each; several pairs share a bit. Whoever holds a word has all its
-- pairs, so where one is missing the text need not be searched: a comparison of two numbers instead of all its letters.
create function letter_pairs(value text) returns bigint
    language plpgsql immutable strict parallel safe as $$
declare
    bytes bytea := convert_to(value, 'UTF8');
    previous int := 0;
    current int;
    pairs bigint := 0;
begin
    for place in 0 .. length(bytes) - 1 loop
        current := get_byte(bytes, place);
        -- Of codes, whose digits would set every bit, nothing is kept: digits and most signs stand before the letters.
        if previous > ascii('9') and current > ascii('9') then
            pairs := pairs | (1::bigint << ((previous * 7 + current * 13) % 64));
        end if;
        previous := current;
    end loop;
    return pairs;
end
$$;
