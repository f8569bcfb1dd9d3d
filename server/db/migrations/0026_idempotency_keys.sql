-- A key of a request may be made of what the request says, such as an address or an order. What tells two keys apart is
-- kept in their place: the SHA-256 of the key.
update idempotency_keys set key = encode(sha256(convert_to(key, 'UTF8')), 'hex');
