; Numba's own runtime in small, for games that make arrays: a list of blocks that were given back,
; by their size.  A block: the next one (8 bytes), its size (8), Numba's record (how many hold it; at
; 24 where its data is), and at 64 the data.
@room = internal global ptr null
@free = internal global ptr null
define internal i8 @sub_is_zero(ptr %count, i64 %less, i32 %kind) {
  %old = load i64, ptr %count
  %new = sub i64 %old, %less
  store i64 %new, ptr %count
  %zero = icmp eq i64 %new, 0
  %flag = zext i1 %zero to i8
  ret i8 %flag
}
define internal void @NRT_MemInfo_call_dtor(ptr %info) noinline {
  %block = getelementptr i8, ptr %info, i32 -16
  %head = load ptr, ptr @free
  store ptr %head, ptr %block
  store ptr %block, ptr @free
  ret void
}
define internal ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) noinline {
start:
  %up = add i64 %size, 127
  %need = and i64 %up, -64
  br label %look
look:
  %where = phi ptr [ @free, %start ], [ %this, %next ]
  %this = load ptr, ptr %where
  %none = icmp eq ptr %this, null
  br i1 %none, label %fresh, label %try
try:
  %held = getelementptr i8, ptr %this, i32 8
  %has = load i64, ptr %held
  %fits = icmp eq i64 %has, %need
  br i1 %fits, label %take, label %next
next:
  br label %look
take:
  %after = load ptr, ptr %this
  store ptr %after, ptr %where
  br label %found
fresh:
  %new = load ptr, ptr @room
  %further = getelementptr i8, ptr %new, i64 %need
  %end = getelementptr i8, ptr %further, i32 64
  store ptr %end, ptr @room
  %sized = getelementptr i8, ptr %new, i32 8
  store i64 %need, ptr %sized
  br label %found
found:
  %block = phi ptr [ %this, %take ], [ %new, %fresh ]
  %info = getelementptr i8, ptr %block, i32 16
  store i64 1, ptr %info
  %at = getelementptr i8, ptr %info, i32 24
  %data = getelementptr i8, ptr %block, i32 64
  store ptr %data, ptr %at
  ret ptr %info
}
