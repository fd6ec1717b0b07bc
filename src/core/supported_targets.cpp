// SPDX-License-Identifier: Apache-2.0
// What Highway's dispatch asks about the processor, answered here for x86: the three functions below are declared by
// <hwy/targets.h>. Highway answers too, but in a shared library (Debian and Ubuntu have no other) that measures the
// clock of the machine whenever a program starts, and that alone takes 5 ms. With these the linker leaves it out.
// For other processors it stays.
//
// A target counts if the processor has every instruction that Highway lets the compiler use for it, and the system
// saves the registers. A processor that could do more is used as if it could not, which costs speed alone.
#include <hwy/targets.h>

#if HWY_ARCH_X86

#include <atomic>
#include <cpuid.h>
#include <cstdint>

namespace hwy {
namespace {

struct Registers {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
};

// All zero for a leaf that the processor does not have.
Registers ask(unsigned leaf, unsigned part = 0) {
  Registers answer;
  if (__get_cpuid_count(leaf, part, &answer.eax, &answer.ebx, &answer.ecx, &answer.edx) == 0)
    return {};
  return answer;
}

// Whether all of these bits are set.
template <class... Bits>
constexpr bool has(unsigned word, Bits... bits) {
  return (((word >> bits) & 1U) & ...) != 0;
}

// The registers that the system saves when it changes between programs. Needs OSXSAVE.
unsigned saved_registers() {
  unsigned low = 0;
  unsigned high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

std::int64_t detect() {
  std::int64_t targets = HWY_SCALAR | HWY_EMU128;
  const Registers basic = ask(1);
  const Registers more = ask(7);
  const Registers newest = ask(7, 1);
  const Registers extended = ask(0x80000001U);
  // SSE2 in edx; SSE3, SSSE3 in ecx.
#ifdef HWY_SSE2
  if (has(basic.edx, 25, 26)) targets |= HWY_SSE2;
#endif
  const bool ssse3 = has(basic.edx, 25, 26) && has(basic.ecx, 0, 9);
  if (ssse3) targets |= HWY_SSSE3;
  // CLMUL, SSE4.1, SSE4.2, AES.
  const bool sse4 = ssse3 && has(basic.ecx, 1, 19, 20, 25);
  if (sse4) targets |= HWY_SSE4;
  // OSXSAVE, then xmm and ymm registers.
  if (!sse4 || !has(basic.ecx, 27)) return targets;
  const unsigned saved = saved_registers();
  if (!has(saved, 1, 2)) return targets;
  // FMA, AVX, F16C; BMI, AVX2, BMI2; LZCNT.
  const bool avx2 = has(basic.ecx, 12, 28, 29) && has(more.ebx, 3, 5, 8) && has(extended.ecx, 5);
  if (!avx2) return targets;
  targets |= HWY_AVX2;
  // Mask and zmm registers; AVX-512 F, DQ, CD, BW, VL.
  const bool avx3 = has(saved, 5, 6, 7) && has(more.ebx, 16, 17, 28, 30, 31);
  if (!avx3) return targets;
  targets |= HWY_AVX3;
  // VBMI, VBMI2, GFNI, VAES, VPCLMULQDQ, VNNI, BITALG, VPOPCNTDQ.
  const bool avx3_dl = has(more.ecx, 1, 6, 8, 9, 10, 11, 12, 14);
  if (!avx3_dl) return targets;
  targets |= HWY_AVX3_DL;
#ifdef HWY_AVX3_ZEN4
  const Registers vendor = ask(0);
  const bool amd = vendor.ebx == signature_AMD_ebx && vendor.ecx == signature_AMD_ecx &&
                   vendor.edx == signature_AMD_edx;
  if (amd && has(newest.eax, 5)) targets |= HWY_AVX3_ZEN4;  // BF16
#else
  static_cast<void>(newest);
#endif
  return targets;
}

std::atomic<std::int64_t> chosen_for_test{0};

}  // namespace

std::int64_t SupportedTargets() {
  static const std::int64_t detected = detect();
  const std::int64_t chosen = chosen_for_test.load();
  return chosen != 0 ? chosen : detected;
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  chosen_for_test = targets;
  GetChosenTarget().DeInit();
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy

#endif
